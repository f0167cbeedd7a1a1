/* What is used once, in the same block, is computed where it is used; what reads memory only if nothing has been stored
   in between that it may read, and nothing goes past a call, or into a value of its own variable. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand-details" } */

extern int other (int);
extern void stop (void);

int
chain (int a, int b, int c)
{
  return (a + b) * c;
}

/* The load comes after the store. */
int
stored_over (int *p, int *q, int c)
{
  int kept = *p;
  *q = c;
  return kept - c;
}

/* A store of another type does not matter to the load, but it stays before it. */
long
stored_beside (long *p, float *q, float c)
{
  long passed = *p;
  *q = c;
  return passed - 1;
}

/* The operands would live as long as the value. */
int
called (int a, int b)
{
  int before = a * b;
  return other (a) ^ before;
}

int
elsewhere (int a, int b)
{
  int moved = a * 3;
  if (b)
    stop ();
  return moved & b;
}

int
twice (int a, int b)
{
  int both = a * b;
  return both ^ (both >> 1);
}

int
changing (volatile int *p, int b)
{
  int first = *p;
  return b - first;
}

/* { dg-final { scan-rtl-dump {_[0-9]+ replace with --> _[0-9]+ = a_[0-9]+\(D\) \+ b_[0-9]+\(D\);} "expand" } } */
/* { dg-final { scan-rtl-dump {_[0-9]+ replace with --> _[0-9]+ = _[0-9]+ \* c_[0-9]+\(D\);} "expand" } } */
/* { dg-final { scan-rtl-dump-not {kept_[0-9]+ replace with} "expand" } } */
/* { dg-final { scan-rtl-dump-not {passed_[0-9]+ replace with} "expand" } } */
/* { dg-final { scan-rtl-dump-not {before_[0-9]+ replace with} "expand" } } */
/* { dg-final { scan-rtl-dump-not {both_[0-9]+ replace with} "expand" } } */
/* { dg-final { scan-rtl-dump-not {first_[0-9]+ replace with} "expand" } } */
