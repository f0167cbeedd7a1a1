/* { dg-do compile } */
/* { dg-wraning "unused" } */
