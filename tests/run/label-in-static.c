/* A function with the address of a label in a static variable is not copied into its callers: the label would stay
   after.  */

int printf (const char *, ...);

static void *seen;

static void __attribute__((noinline)) look (void **table)
{
  seen = *table;
}

static inline int answer (void)
{
  static void *table[] = { &&behind };
  look (table);
behind:
  return 17;
}

int __attribute__((noinline)) one (void) { return answer (); }
int __attribute__((noinline)) two (void) { return answer () + 1; }

int main (void)
{
  int first = one (), second = two ();
  printf ("%d %d %d\n", first, second, seen != 0);
  return 0;
}
