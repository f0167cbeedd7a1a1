/* Copies of a bind of a temporary share the temporary. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-einline" } */

static int half (int v)
{
  unsigned u = v;
  unsigned m = u & 7;
  return 4;
}

int f (int a) { return half (a); }
int g (int b) { return half (b); }

/* { dg-final { scan-tree-dump "# DEBUG D#1 => a_\[0-9\]+.D. & 7\n" "einline" } } */
/* { dg-final { scan-tree-dump "# DEBUG D#1 => b_\[0-9\]+.D. & 7\n" "einline" } } */
