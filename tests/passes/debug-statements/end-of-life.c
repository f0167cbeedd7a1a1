/* When a variable in memory becomes a register its value is not known after its life. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-einline" } */

static void set (int *to) { *to = 8; }

int f (void)
{
  int v;
  set (&v);
  return v;
}

/* { dg-final { scan-tree-dump "# DEBUG v => NULL\n" "einline" } } */
/* { dg-final { scan-tree-dump-not "# DEBUG v => v_\[0-9\]+.D." "einline" } } */
