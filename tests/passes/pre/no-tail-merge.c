/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-tail-merge -fdump-tree-pre" } */
#include "tail-merge.c"

/* The option off, both ways stay. */
/* { dg-final { scan-tree-dump-not "find_duplicates" "pre" } } */
/* { dg-final { scan-tree-dump-times "  g = 1;" 2 "pre" } } */
