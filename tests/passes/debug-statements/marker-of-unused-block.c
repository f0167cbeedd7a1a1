/* A marker of a block with nothing left in it is not copied into callers. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-einline" } */

int stored;
static int f (int a)
{
  { int p = a; stored = p; }
  { int q = a; }
  return 0;
}

int g (int y)
{
  f (y);
  return 1;
}

/* { dg-final { scan-tree-dump "  stored = y_\[0-9\]+.D.;\n  # DEBUG q => y_\[0-9\]+.D.\n  # DEBUG BEGIN_STMT\n  # DEBUG a => NULL\n" "einline" } } */
