/* { dg-do compile } */
/* { dg-options "-O1 -fchecking -fdump-tree-gimple" } */

/* Where the result of a call that returns twice goes is kept in a variable: control comes back after the definition. */
void foo (void);
int vfork (void);
int *p;

void bar (void)
{
  foo ();
  *p = vfork ();
}

/* { dg-final { scan-tree-dump "p.0 = p;" "gimple" } } */
/* { dg-final { scan-tree-dump "\\*p.0 = _1;" "gimple" } } */
