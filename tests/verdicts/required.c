/* { dg-do compile } */
/* { dg-require-effective-target lp64 } */
/* { dg-require-effective-target ia32 { target { ! lp64 } } } */
/* { dg-require-effective-target vect_int } */
