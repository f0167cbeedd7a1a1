/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details -fdump-tree-optimized" } */

/* The variables need not be in memory any more. */

int
f (int a, int b, int c)
{
  int *p;
  if (c)
    p = &a;
  else
    p = &b;
  return *p;
}

/* { dg-final { scan-tree-dump {Inserting PHI for result of load _4 = \*p_1;\s+for edge defining &a inserting load _5 = a;\s+for edge defining &b inserting load _6 = b;\s+_4 = PHI <_5\(2\), _6\(3\)>} "phiprop" } } */
/* { dg-final { scan-tree-dump {# _4 = PHI <_5\(5\), _6\(3\)>} "phiprop" } } */
/* { dg-final { scan-tree-dump-not {&} "optimized" } } */
