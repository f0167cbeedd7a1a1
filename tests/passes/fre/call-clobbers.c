/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* A call changes globals, but not a local whose address never left. */
extern void g (void);
int global;
int f (void)
{
  int local = 3;
  global = 4;
  g ();
  return local + global;
}

/* { dg-final { scan-tree-dump "= global;" "fre1" } } */
/* { dg-final { scan-tree-dump-not "local_" "fre1" } } */
