/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
struct text { int n; char s[4]; };
char memory[64] __attribute__ ((aligned (8)));

/* An array at the end of a structure may be longer than it says. */
__attribute__ ((noinline)) void put (struct text *t, int i) { t->s[i] = 7; }
__attribute__ ((noinline)) int test (struct text *t, int i) { ((char *) t)[30] = 1; put (t, i); return ((char *) t)[30]; }
__attribute__ ((noinline)) int here (struct text *t, int i) { ((char *) t)[30] = 1; t->s[i] = 7; return ((char *) t)[30]; }

int main (void)
{
  if (test ((struct text *) memory, 26) != 7 || here ((struct text *) memory, 26) != 7)
    abort ();
  return 0;
}
