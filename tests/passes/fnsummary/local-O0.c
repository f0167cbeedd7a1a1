/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-local-fnsummary1 -fdump-tree-local-fnsummary2" } */

/* Both passes say what a function takes; the size with what is inlined is the one found before. */
int inc (int x)
{
  return x + 1;
}

/* { dg-final { scan-tree-dump {\nAnalyzing function body size: inc/0\n\nIPA function summary for inc/0} "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump {self size:       4\n  global size:     0\n} "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump {self size:       4\n  global size:     4\n} "local-fnsummary2" } } */
