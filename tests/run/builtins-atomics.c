/* Atomic builtins of bytes, halfwords and two words, which the library helps with, and of sizes that no integer has.
   GCC has no __sync_lock_test_and_set of less than a word that links; __atomic_exchange_n stands for it there. */
int printf (const char *, ...);
struct odd { char c[9]; };

#define EACH(T) \
static void of_##T (T v) \
{ \
  T x = 100, old; \
  printf ("%d ", (int) __atomic_add_fetch (&x, v, 5)); \
  printf ("%d ", (int) __atomic_sub_fetch (&x, 3, 2)); \
  printf ("%d ", (int) __atomic_and_fetch (&x, 0x7c, 0)); \
  printf ("%d ", (int) __atomic_or_fetch (&x, 3, 5)); \
  printf ("%d ", (int) __atomic_xor_fetch (&x, 0x55, 5)); \
  printf ("%d ", (int) __atomic_nand_fetch (&x, v, 5)); \
  printf ("%d ", (int) __atomic_fetch_nand (&x, v, 5)); \
  old = 1; \
  printf ("%d ", __atomic_compare_exchange_n (&x, &old, 4, 0, 5, 5)); \
  printf ("%d %d\n", (int) old, (int) __atomic_load_n (&x, 5)); \
}

typedef signed char schar;
typedef unsigned short ushort;
EACH (schar)
EACH (ushort)

static struct { char before; signed char c; unsigned short s; short after; } t = { 1, -2, 65535, 7 };

int main (void)
{
  of_schar (29);
  of_ushort (65000);
  int a = __sync_lock_test_and_set (&t.c, 5), b = __sync_lock_test_and_set (&t.s, 9);
  printf ("%d %d %d %d %d %d\n", a, b, t.before, t.c, t.s, t.after);
  struct odd p = { "abcdefgh" }, q = { "ijklmnop" }, r = { "" }, e = { "no" };
  __atomic_load (&p, &r, 5);
  printf ("%s ", r.c);
  __atomic_exchange (&p, &q, &r, 5);
  printf ("%s %s ", p.c, r.c);
  int did = __atomic_compare_exchange (&p, &e, &r, 0, 5, 5);
  printf ("%d %s ", did, e.c);
  did = __atomic_compare_exchange (&p, &e, &r, 1, 5, 0);
  printf ("%d %s ", did, p.c);
  __atomic_store (&p, &q, 3);
  printf ("%s\n", p.c);
  return 0;
}
