/* { dg-do compile { target lp46 } } */
