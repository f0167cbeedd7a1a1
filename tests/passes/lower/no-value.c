/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower -fdump-tree-gimple" } */

/* A function without a value gets a return where its end was reached. */
void g (int);
void f (int n)
{
  if (n)
    return;
  g (n);
}

/* { dg-final { scan-tree-dump "g \\(n\\);\n\}" "gimple" } } */
/* { dg-final { scan-tree-dump "g \\(n\\);\n  <D.\[0-9\]+>:\n  return;\n\}" "lower" } } */
