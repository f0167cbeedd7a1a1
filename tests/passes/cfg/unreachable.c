/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cfg" } */

/* What no path reaches is removed when the CFG is built. */
extern void never (void);
int f (void)
{
  return 1;
  never ();
}

/* { dg-final { scan-tree-dump "Removing basic block" "cfg" } } */
/* { dg-final { scan-tree-dump-not "never \\(\\)" "cfg" } } */
