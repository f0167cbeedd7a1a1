/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3-vops" } */

/* A call of a function that has been found to depend on its arguments alone does not touch memory. */
int b;
static __attribute__ ((noinline)) int twice (int x) { return x * 2; }
int f (int x)
{
  b = 1;
  return twice (x);
}

/* { dg-final { scan-tree-dump-times "VUSE <.MEM_\[0-9\]+>\n *return" 1 "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump-not "VUSE\[^\n\]*\n *_\[0-9\]+ = twice" "fixup_cfg3" } } */
