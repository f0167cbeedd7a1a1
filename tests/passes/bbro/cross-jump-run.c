/* Ends of blocks that are shared do what each did. */
/* { dg-do run } */
/* { dg-options "-O2" } */

#include "cross-jump.c"
