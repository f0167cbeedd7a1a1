/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-reference-addressable -fdump-tree-optimized" } */

/* That nothing reads a variable is not looked for. */
static int written;
void f (void) { written = 1; }

/* { dg-final { scan-tree-dump "written = 1" "optimized" } } */
