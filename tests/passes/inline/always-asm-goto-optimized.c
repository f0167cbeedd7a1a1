/* { dg-do run } */
/* { dg-options "-O2 -fchecking -fdump-tree-einline" } */

/* `asm goto` is copied with its labels; what its operands are is constant only where the function is inlined: the branches
   that a kernel patches while it runs. */
struct key { int enabled; };
struct jump { unsigned long key, by; };
struct key k1, k2;
extern struct jump first[] __asm__ ("first_jump");
__asm__ (".pushsection .jumps, \"aw\"\nfirst_jump:\n.popsection");

static inline __attribute__ ((always_inline)) int branch (struct key *const key, const int b)
{
  __asm__ goto ("nop\n\t.pushsection .jumps, \"aw\"\n\t.dword %0, %1\n\t.popsection"
                : : "i" (&((char *) key)[b]), "i" (b * 2 + 1) : : yes);
  return 0;
yes:
  return 1;
}

static inline __attribute__ ((always_inline)) int taken (int b)
{
  __asm__ goto ("bnez %0, %l1" : : "r" (b) : : yes);
  return 0;
yes:
  return 1;
}

__attribute__ ((noipa)) int test (int a)
{
  return branch (&k1, 0) * 1000 + branch (&k2, 1) * 100 + taken (a) * 10 + taken (!a);
}

int main (void)
{
  if (test (0) != 1 || test (5) != 10)
    __builtin_abort ();
  if (first[0].key + first[1].key != (unsigned long) &k1 + (unsigned long) &k2 + 1 || first[0].by + first[1].by != 4)
    __builtin_abort ();
  return 0;
}
/* { dg-final { scan-tree-dump-not "= branch \\(" "einline" } } */
