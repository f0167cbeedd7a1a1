/* A part that begins with a loop is split off even if it is entered often, though not always. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit-details" } */
void use (int);
void f (int n, int *p)
{
  if (p)
    while (p[n])
      {
        use (p[n]);
        n = p[n + 1];
        use (p[n + 2]);
      }
}
void g (int *p, int *q) { f (0, p); f (1, q); }
/* { dg-final { scan-tree-dump "Split before loop, accepting despite low counts\[0-9\]+ \\(estimated locally\\) \[0-9\]+ \\(estimated locally\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "void f.part.0 \\(int n, int \\* p\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "cyclic probability of bb \[0-9\]+ is" "fnsplit" } } */
