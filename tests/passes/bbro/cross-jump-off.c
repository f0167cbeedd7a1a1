/* Without -fcrossjumping each block keeps its end. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-crossjumping" } */

#include "cross-jump.c"

/* { dg-final { scan-assembler-times {\tsw\t[a-z0-9]+,16\(a1\)} 2 } } */
