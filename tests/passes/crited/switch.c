/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-crited1" } */

/* So are ways of a chain of comparisons that lead to one block. */
extern int g (void);
int f (int a, int r)
{
  switch (a)
    {
    case 1:
      r = g ();
    case 4:
      r += 5;
      break;
    case 9:
      r = 3;
    }
  return r + 1;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_6\(D\)\(9\), r_9\(6\)>} "crited1" } } */
/* { dg-final { scan-tree-dump {# prephitmp_16 = PHI <_14\(5\), _15\(7\), 4\(10\)>} "crited1" } } */
