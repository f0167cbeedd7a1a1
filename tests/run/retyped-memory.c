/* Memory that changes its type: a value stored back makes the object there what it was, and memory from a function
   with the attribute malloc may hold pointers to objects of the program's.  */
void *malloc (__SIZE_TYPE__);
int printf (const char *, ...);

__attribute__ ((noipa)) static int
there_and_back (void *p)
{
  int *qi = p;
  double *qd = p;
  int i = *qi;
  *qd = 0;
  *qi = i;
  return *qi;
}

__attribute__ ((noipa)) static long
by_another_name (void *p)
{
  long *ql = p;
  long long *qll = p;
  *ql = 4;
  *qll = 4;
  long long first = *qll;
  *qll = 8;
  *ql = 8;
  return first + *ql;
}

__attribute__ ((noipa)) static int
round_a_loop (void *p, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int kept = *(int *) p;
      *(float *) p = 1.5f;
      *(int *) p = kept;
      sum += *(int *) p;
    }
  return sum;
}

static int known = 1;
static int *shared = &known;

__attribute__ ((noipa, malloc)) static int **
filled (void)
{
  int **fresh = malloc (sizeof (int *));
  fresh[0] = shared;
  return fresh;
}

__attribute__ ((noipa)) static int
through (void)
{
  int **fresh = filled ();
  known = 2;
  *fresh[0] += 10;
  return known;
}

int
main (void)
{
  void *p = malloc (16);
  *(int *) p = 77;
  printf ("%d\n", there_and_back (p));
  printf ("%d\n", *(int *) p);
  printf ("%ld\n", by_another_name (p));
  printf ("%ld\n", *(long *) p);
  *(int *) p = 3;
  printf ("%d\n", round_a_loop (p, 5));
  printf ("%d\n", *(int *) p);
  printf ("%d\n", through ());
  return 0;
}
