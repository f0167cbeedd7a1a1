/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1-details" } */

/* A table among comparisons has a block of its own. */
int g (int); void h (void);
int f (int a) { switch (a) { case 1: g (1); break; case 2: g (2); break; case 3: g (3); break; case 4: g (4); break; case 5: g (5); break; case 6: g (6); break; case 1000: g (7); break; case 2000: g (8); break; case 3000: case 3001: case 3002: g (9); break; case -5: g (10); break; } return 0; }

/* { dg-final { scan-tree-dump "JT\\(values:7 comparisons:7 range:12 density: 58.33%\\):-5-6 1000 2000 3000-3002" "switchlower1" } } */
/* { dg-final { scan-tree-dump "JT:-5-6 63.6%|-5-6 63.6%" "switchlower1" } } */
