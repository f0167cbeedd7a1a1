/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* Stores through pointers of different types may go to one place, whose type changes: they keep their order. */
__attribute__ ((noipa)) void both (int *a, float *b, int n)
{
  int i = 0;
  do
    {
      *a = i;
      *b = 2.0f;
    }
  while (++i < n);
}

__attribute__ ((noipa)) void reversed (int *a, float *b, int n)
{
  int i = 0;
  do
    {
      *b = 2.0f;
      *a = i;
    }
  while (++i < n);
}

int main (void)
{
  union { int i; float f; } *u = __builtin_malloc (sizeof *u);
  both (&u->i, &u->f, 3);
  if (*(float *) u != 2.0f)
    __builtin_abort ();
  reversed (&u->i, &u->f, 3);
  if (*(int *) u != 2)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Executing store motion" 4 "lim2" } } */
