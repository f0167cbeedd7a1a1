/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* Where more is known to take an edge than was guessed, the guess is corrected. */
void g (int);

int f (int a, int b)
{
  if (a)
    g (1);
  if (b)
    g (2);
  if (a)
    g (3);
  return b;
}

/* { dg-final { scan-tree-dump "Jump threading proved probability of edge 6->8 too small \\(it is 67.0% \\(guessed\\) should be 81.5% \\(guessed\\)\\)" "threadfull1" } } */
/* { dg-final { scan-tree-dump "it is 44.7% \\(guessed\\) should be always \\(guessed\\)" "threadfull1" } } */
