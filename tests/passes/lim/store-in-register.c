/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* A global that a loop adds to is kept in a register while it runs. */
int g;
struct pair { int x, y[3]; } s;

__attribute__ ((noipa)) void add (int n)
{
  for (int i = 0; i < n; i++)
    g += i;
}

__attribute__ ((noipa)) void part (int n)
{
  for (int i = 0; i < n; i++)
    s.y[1] += i;
}

int main (void)
{
  add (5);
  add (0);
  part (4);
  if (g != 10 || s.y[1] != 6)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Executing store motion of g from loop 1" "lim2" } } */
/* { dg-final { scan-tree-dump "Executing store motion of s\\.y\\\[1\\\] from loop 1" "lim2" } } */
/* { dg-final { scan-tree-dump "g_lsm\\.\[0-9\]+_\[0-9\]+ = g;" "lim2" } } */
/* { dg-final { scan-tree-dump "s_y_I_lsm\\.\[0-9\]+_\[0-9\]+ = s\\.y\\\[1\\\];" "lim2" } } */
