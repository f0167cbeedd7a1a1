/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cfg" } */

/* The edge of a branch that is decided has a lexical block, though no place: without optimisation the blocks stay apart. */
extern void stop (void);
int x;
int
f (void)
{
  x = 7;
  if (sizeof (int) != 4)
    stop ();
  x = 1;
  return 3;
}

/* { dg-final { scan-tree-dump "x = 7;\n\n  <bb 3> :\n  x = 1;" "cfg" } } */
/* { dg-final { scan-tree-dump-not "Merging blocks" "cfg" } } */
