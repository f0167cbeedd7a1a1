/* Parameters that are not needed are not passed, unless an attribute names parameters by their numbers. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
void use (int);
int get (int);
int f (int a, short b, int c[], char d)
{
  if (!a)
    return 4;
  use (b);
  use (b + 1);
  use (d);
  return get (d + 1);
}
int g (int a, int b, int *c) __attribute__ ((nonnull (3)));
int g (int a, int b, int *c)
{
  if (!a)
    return 4;
  use (b);
  use (b + 1);
  use (b + 2);
  return get (b + 3);
}
int h (int x) { return f (x, 2, &x, 4) + f (x + 1, 3, &x, x) + g (x, x, &x) + g (1, x, &x); }
/* { dg-final { scan-tree-dump "\nint f.part.0 \\(short int b, char d\\)\n.\n  int a;\n  int \\* c;\n" "fnsplit" } } */
/* { dg-final { scan-tree-dump "f.part.0 \\(b_\[0-9\]+\\(D\\), d_\[0-9\]+\\(D\\)\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "\nint g.part.0 \\(int a, int b, int \\* c\\)" "fnsplit" } } */
