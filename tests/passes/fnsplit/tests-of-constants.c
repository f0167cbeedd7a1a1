/* What is done where something is known to be constant is not split off: after inlining it may be. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit-details" } */
void use (int);
int get (int);
int f (int x)
{
  if (__builtin_constant_p (x))
    {
      use (x);
      use (x + 1);
      use (x + 2);
      return get (2);
    }
  return 7;
}
int h (int x) { return f (x) + f (x + 1); }
/* { dg-final { scan-tree-dump "Refused: split point dominated by forbidden block" "fnsplit" } } */
/* { dg-final { scan-tree-dump-not "Splitting function at" "fnsplit" } } */
