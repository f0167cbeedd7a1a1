/* What the part takes is shown as in `local-fnsummary`. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
void use (int);
int combine (int, int);
int g;
int f (int *p)
{
  if (!p)
    return 0;
  use (p[0]);
  use (p[1]);
  use (p[2]);
  return combine (p[3], g);
}
int call_it (int *p) { return f (p) + f (p + 1); }
/* { dg-final { scan-tree-dump-times "Analyzing function body size: f.part.0/" 1 "fnsplit" } } */
/* { dg-final { scan-tree-dump "IPA function summary for f.part.0/\[0-9\]+ inlinable" "fnsplit" } } */
