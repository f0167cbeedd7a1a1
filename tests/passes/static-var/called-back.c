/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
extern void abort (void);
static int n;

/* What is not known may call back; what is a leaf does not. */
__attribute__ ((noinline)) void back (void) { n = 7; }
__attribute__ ((noipa)) void unknown (void (*f) (void)) { f (); }
__attribute__ ((noinline)) int calls (void) { n = 3; unknown (back); return n; }
__attribute__ ((noinline)) int by_pointer (void (*f) (void)) { n = 4; f (); return n; }
__attribute__ ((noinline)) int leaf (char *p) { n = 6; __builtin_strcpy (p, "abc"); return n; }

int main (void)
{
  char p[4];
  if (calls () != 7 || by_pointer (back) != 7 || leaf (p) != 6)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "return 6;" "optimized" } } */
