/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dom2-details" } */

/* The block that tests y lies between: it is copied with both its ways. */
void g (int);

void f (double a, double b, int y)
{
  if (a < b)
    g (1);
  else
    g (2);
  if (y)
    g (3);
  else if (a < b)
    g (4);
  g (5);
}

/* { dg-final { scan-tree-dump "joiner" "dom2" } } */
/* { dg-final { scan-tree-dump "Threaded jump" "dom2" } } */
