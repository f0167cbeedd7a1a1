/* What a call returned that nobody needed is not known. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-cddce1" } */

extern int g (void);
int f (int a)
{
  int x = g ();
  return a;
}

/* { dg-final { scan-tree-dump "  g \\(\\);\n  # DEBUG x => NULL\n" "cddce1" } } */
