/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cfg" } */

/* What nobody gets to is not there. */
extern void after (void);
int f (int n)
{
  return n;
  after ();
}

/* { dg-final { scan-tree-dump {;; 1 loops found} "cfg" } } */
/* { dg-final { scan-tree-dump-not {after} "cfg" } } */
