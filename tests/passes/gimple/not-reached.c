/* A function that only code calls which control cannot come to is needed where something else calls it: it is gimplified
   there, after `second`, and one that nothing else calls never. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple" } */

extern int printf (const char *, ...);
extern int count;

static __attribute__ ((noinline)) void fail (void) { printf ("%d\n", count); }
static __attribute__ ((noinline)) void never (void) { printf ("never %d\n", count); }
static __attribute__ ((noinline)) void first (void) { printf ("first %d\n", count); }
static __attribute__ ((noinline)) void second (void) { printf ("second %d\n", count); fail (); }

int main (void)
{
  if (sizeof (int) != 4)
    fail ();
  if (sizeof (long) == 4 || 0)
    never ();
  first ();
  second ();
  return 0;
  never ();
}

/* { dg-final { scan-tree-dump "void first.*void second.*void fail" "gimple" } } */
/* { dg-final { scan-tree-dump-not "void never" "gimple" } } */
