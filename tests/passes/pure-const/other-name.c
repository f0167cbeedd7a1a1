/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized-vops" } */

/* What is found of a function holds of another that turned out to be the same, which is called by its own name. */
extern int printf (const char *, ...);
extern void exit (int) __attribute__((noreturn, nothrow));
__attribute__((noinline)) static void bad_read (void) { printf ("failed\n"); exit (1); }
__attribute__((noinline)) static void bad_write (void) { printf ("failed\n"); exit (1); }
int f (int a, int *p)
{
  *p = 1;
  if (a == 3)
    bad_read ();
  *p = 2;
  if (a == 4)
    bad_write ();
  return *p;
}

/* { dg-final { scan-tree-dump-times "VUSE <\[^\n\]*>\n  bad_" 2 "optimized" } } */
