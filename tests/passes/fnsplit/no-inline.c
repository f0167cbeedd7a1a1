/* What is never inlined is not split, either. */
/* { dg-do run } */
/* { dg-options "-O2 -fno-inline -fdump-tree-fnsplit" } */
#include "entered-in-the-middle.c"
/* { dg-final { scan-tree-dump-times "Not splitting: not inlinable\\." 1 "fnsplit" } } */
/* { dg-final { scan-tree-dump-not "part.0" "fnsplit" } } */
