/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-fnsummary1" } */

/* Neighbouring cases are one for the default. */

void g (int);

/* { dg-final { scan-tree-dump "predicate: \\(op0 < 1 \\|\\| op0 > 3\\)\n.*f1 |op0 < 1 \\|\\| op0 > 3" "local-fnsummary1" } } */
void neighbours (int n)
{
  switch (n)
    {
    case 1: g (11); break;
    case 2: g (12); break;
    case 3: g (13); break;
    default: g (14);
    }
}

/* { dg-final { scan-tree-dump "op1 != 10\\) && \\(op1 != 5\\)|op1 != 5\\) && \\(op1 != 10\\)" "local-fnsummary1" } } */
void apart (int m, int n)
{
  switch (n)
    {
    case 5: g (11); break;
    case 10: g (12); break;
    default: g (m);
    }
}

/* With more ends than five nothing is said of the default. */
/* { dg-final { scan-tree-dump-not "op2 != 12" "local-fnsummary1" } } */
void many (int l, int m, int n)
{
  switch (n)
    {
    case 2: g (1); break;
    case 4: g (2); break;
    case 6: g (3); break;
    case 8: g (4); break;
    case 10: g (5); break;
    case 12: g (6); break;
    default: g (l + m);
    }
}
