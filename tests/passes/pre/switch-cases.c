/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre-details" } */

/* Nothing is anticipated at the end of a block with as many ways out, and nobody asks the blocks after it; the join of
   two of them is asked, and gets a value for each.  */

int g (int);

int
f (int a, int b, int c)
{
  int x = 0;
  switch (c)
    {
    case 0: return g (1);
    case 1: return g (3);
    case 2: return g (5);
    case 3: return g (7);
    case 4: return g (11);
    case 5: return g (13);
    case 6: return g (17);
    case 7: return g (19);
    case 8: return g (23);
    case 9: return g (29);
    case 10: return g (31);
    case 11: return g (37);
    case 12: return g (41);
    case 13: return g (43);
    case 14: return g (47);
    case 15: return g (53);
    case 16: return g (59);
    case 17: x = g (a * b); break;
    default: x = g (c); break;
    }
  return x + a * b;
}

/* { dg-final { scan-tree-dump-times "Inserted _\[0-9\]+ = " 1 "pre" } } */
/* { dg-final { scan-tree-dump-times "Created phi prephitmp" 1 "pre" } } */
