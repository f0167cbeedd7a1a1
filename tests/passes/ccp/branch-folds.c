/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* A condition that is constant removes the arm that cannot run. */
extern void never (void);
int f (void)
{
  int a = 3;
  if (a > 5)
    never ();
  return a;
}

/* { dg-final { scan-tree-dump-not "never" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 3;" "ccp1" } } */
