/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dom2-details" } */

/* Fifteen statements are copied, and not more. */
void g (int);

int f (double a, double b)
{
  if (a < b)
    g (0);
  g (1); g (2); g (3); g (4); g (5); g (6); g (7); g (8);
  g (9); g (10); g (11); g (12); g (13); g (14); g (15); g (16);
  if (a < b)
    return 2;
  return 1;
}

/* { dg-final { scan-tree-dump "threading bb \[0-9\]+ up to 16 stmts" "dom2" } } */
/* { dg-final { scan-tree-dump-not "Threaded jump" "dom2" } } */
