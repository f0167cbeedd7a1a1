/* What follows an early return becomes a function of its own; the return is inlined, and what is seldom done is called. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit -fdump-tree-einline -fdump-tree-release_ssa" } */
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
/* { dg-final { scan-tree-dump-times "Splitting function at:" 1 "fnsplit" } } */
/* { dg-final { scan-tree-dump "header time: 4.000000 header size: 3" "fnsplit" } } */
/* { dg-final { scan-tree-dump "int f.part.0 \\(int \\* p\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump-times "f.part.0 \\(" 4 "fnsplit" } } */
/* { dg-final { scan-tree-dump "= f.part.0 \\(p_" "release_ssa" } } */
/* { dg-final { scan-tree-dump "= f.part.0 \\(p_" "einline" } } */
/* What the part takes is shown as in `local-fnsummary`. */
/* { dg-final { scan-tree-dump-times "Analyzing function body size: f.part.0/" 1 "fnsplit" } } */
/* { dg-final { scan-tree-dump "IPA function summary for f.part.0/\[0-9\]+ inlinable" "fnsplit" } } */
