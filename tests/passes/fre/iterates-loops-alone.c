/* A loop is numbered again until it has settled; what is before and after it is not. The inner loop's counter keeps the outer
   one's value from being known, so that both want a second look. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1-details" } */
int g(int);

int f(int n, int m)
{
  int i, j, a = 1, b = 1, s = 0;
  if (n > 100)
    s = g(n);
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
      /* As long as nothing is known to change, a and b are equal. */
      s += a - b;
      a = a + j;
      b = b + j;
    }
    s += g(i);
  }
  if (m > 100)
    s += g(m);
  return s;
}
/* { dg-final { scan-tree-dump "Iterating to 4 BB6" "fre1" } } */
/* { dg-final { scan-tree-dump "Iterating to 3 BB8" "fre1" } } */
/* { dg-final { scan-tree-dump-times "Processing block \[0-9\]+: BB2\n" 1 "fre1" } } */
/* { dg-final { scan-tree-dump-times "Value numbering stmt = if \\(m_\[0-9\]+\\(D\\) > 100\\)" 1 "fre1" } } */
/* { dg-final { scan-tree-dump-not "= a_\[0-9\]+ - b_\[0-9\]+;\n *s_" "fre1" } } */
