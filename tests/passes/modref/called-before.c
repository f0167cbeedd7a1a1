/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
int g;
void even (int *, int);

/* Functions that call each other: of one of them nothing is known when the other is looked at. */
__attribute__ ((noinline)) void odd (int *p, int n)
{
  if (n)
    even (p, n - 1);
  else
    *p = 1;
}

__attribute__ ((noinline)) void even (int *p, int n)
{
  if (n)
    odd (p, n - 1);
  else
    g = 2;
}

int main (void)
{
  int x = 0;
  g = 0;
  odd (&x, 3);
  if (g != 2 || x != 0)
    abort ();
  even (&x, 3);
  if (x != 1)
    abort ();
  return 0;
}
