/* What a function that never returns does, nothing sees that comes after it: calls of it change no memory. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1 -fdump-tree-release_ssa-vops" } */

extern int printf (const char *, ...);
extern void leave (int) __attribute__ ((noreturn));
extern int count;

static void fail (void) __attribute__ ((noinline, noreturn));
static void fail (void) { printf ("%d\n", count++); leave (1); }

int f (int n)
{
  count = n;
  if (n < 0)
    fail ();
  return n + 1;
}

/* { dg-final { scan-tree-dump "Function found to be looping pure: fail/" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "count = n_\[0-9\]+\\(D\\);.*# VUSE <.MEM_\[0-9\]+>\n  fail \\(\\);" "release_ssa" } } */
