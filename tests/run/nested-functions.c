/* Functions within functions: variables of those around, calls in every direction, their addresses as callbacks.  */
extern int printf (const char *, ...);
extern void qsort (void *, unsigned long, unsigned long, int (*) (const void *, const void *));

struct big
{
  int a[20];
};

static int
apply (int (*f) (int), int x)
{
  return f (x);
}

static int
outer (int n, int k, struct big b)
{
  int total = 0;
  int arr[4] = { 1, 2, 3, 4 };
  int vla[n];
  volatile int changes = 4;

  int add (int x)
  {
    int inner (int y)
    {
      total++;
      vla[1] = y + b.a[3];
      changes++;
      return y + k;
    }
    total += x + n;
    arr[x & 3] = inner (x);
    return total;
  }
  int direct (void) { return add (5) + n; }
  int pure_one (int x) { return x * 2; }

  printf ("%d ", apply (add, 3));
  printf ("%d ", direct ());
  printf ("%d %d ", pure_one (3), apply (pure_one, 4));
  b.a[3]++;
  printf ("%d %d\n", add (1), (int) (sizeof vla / sizeof vla[0]));
  return total + arr[1] + vla[1] + changes;
}

static int
mutual (int n)
{
  auto int odd (int k);
  int calls = 0;
  int even (int k) { calls++; return k == 0 || odd (k - 1); }
  int odd (int k) { calls += 10; return k != 0 && even (k - 1); }
  return even (n) * 1000 + calls;
}

static void
sort (int *values, int count, int descending)
{
  int comparisons = 0;
  int compare (const void *p, const void *q)
  {
    int a = *(const int *) p, b = *(const int *) q;
    comparisons++;
    return descending ? b - a : a - b;
  }
  qsort (values, count, sizeof *values, compare);
  for (int i = 0; i < count; i++)
    printf ("%d ", values[i]);
  printf ("%s\n", comparisons > 0 ? "compared" : "untouched");
}

/* Each activation has a frame of its own.  */
static int
ackermann_by_hand (int depth, int (*up) (void))
{
  int here (void) { return depth + (up ? up () : 0); }
  return depth == 0 ? here () : ackermann_by_hand (depth - 1, here);
}

int
main (void)
{
  struct big b = { .a = { [3] = 17 } };
  int values[] = { 3, 1, 4, 1, 5, 9, 2, 6 };
  printf ("%d\n", outer (3, 4, b));
  printf ("%d %d\n", mutual (10), mutual (7));
  sort (values, 8, 0);
  sort (values, 8, 1);
  printf ("%d\n", ackermann_by_hand (10, 0));
  return 0;
}
