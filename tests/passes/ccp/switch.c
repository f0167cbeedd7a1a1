/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* A switch on a constant keeps one case. */
extern int g (int);
int f (void)
{
  int k = 2;
  switch (k)
    {
    case 1: return g (10);
    case 2: return g (20);
    default: return g (30);
    }
}

/* { dg-final { scan-tree-dump "g \\(20\\)" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "switch" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "g \\(10\\)" "ccp1" } } */
