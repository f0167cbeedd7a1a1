/* What is split off returns nothing if the result is the same on all ways, or a parameter; its result is used otherwise. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
void use (int);
int get (int);
int always (int x)
{
  if (x > 0)
    {
      use (x);
      use (x + 1);
      use (x + 2);
      use (x + 3);
    }
  return x;
}
int here_and_there (int x)
{
  if (x != 12)
    return 4;
  use (x);
  use (x + 1);
  use (x + 2);
  return get (x + 3);
}
void nothing (int x)
{
  if (__builtin_expect (x > 0, 0))
    {
      use (x);
      use (x + 1);
      use (x + 2);
      use (x + 3);
    }
}
int h (int x)
{
  nothing (x);
  nothing (x + 1);
  return always (x) + always (x + 1) + here_and_there (x) + here_and_there (x + 1);
}
/* { dg-final { scan-tree-dump "\nvoid always.part.0 \\(int x\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "\nint here_and_there.part.0 \\(\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "\nvoid nothing.part.0 \\(int x\\)" "fnsplit" } } */
/* { dg-final { scan-tree-dump "\n  always.part.0 \\(x_" "fnsplit" } } */
/* { dg-final { scan-tree-dump "\n  _\[0-9\]+ = here_and_there.part.0 \\(\\)" "fnsplit" } } */
