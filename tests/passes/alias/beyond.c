/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What a pointer leads to is not before the variable it is in: a part so far beyond it is in none that is smaller. */
struct s { double d; char c; };
struct s *global;
char small[9];
__attribute__ ((noipa)) int
apart (void)
{
  struct s local;
  global->c = 0;
  local = *global;
  return local.c;
}
/* Here it may be in the variable. */
__attribute__ ((noipa)) int
within (char *p)
{
  small[8] = 1;
  p[8] = 2;
  return small[8];
}
int
main (void)
{
  struct s s = { 1.0, 5 };
  global = &s;
  return apart () != 0 || within (small) != 2;
}

/* { dg-final { scan-tree-dump "return 0;" "optimized" } } */
/* { dg-final { scan-tree-dump-times "= small\\\[8\\\];" 1 "optimized" } } */
