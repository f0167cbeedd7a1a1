/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Parameters and bodies of all kinds, each called with one constant. */
static __attribute__((noinline)) int cnt (int step, int x) { static int n = 5; static int tab[3] = {1,2,3}; n += step; __asm__ volatile (""); return n + tab[x % 3]; }
static __attribute__((noinline)) int par (int k, int x) { int loc = x; int in (int q) { __asm__ volatile (""); loc += q; return loc * k; } return in (k) + in (x) + loc; }
static __attribute__((noinline)) int vla (int n, int m, int a[n][m]) { int s = 0; int b[m]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { b[j] = a[i][j]; s += b[j] * (i + 1); } __asm__ volatile (""); return s + sizeof (b); }
struct big { int a[20]; };
static __attribute__((noinline)) int bs (struct big b, int k, int x) { __asm__ volatile (""); return b.a[k] + x; }
static __attribute__((noinline)) struct big rb (int k, int x) { struct big b = { { x } }; __asm__ volatile (""); b.a[k] = k * x; return b; }
static __attribute__((noinline)) int adr (int k, int x) { int *p = &k; __asm__ volatile ("" : "+r" (p) :: "memory"); *p += x; return k; }
static __attribute__((noinline)) _Complex double cx (_Complex double c, int x) { __asm__ volatile (""); return c * x; }
static __attribute__((noinline)) long wide (long long a, unsigned char c, _Bool b, int x) { __asm__ volatile (""); return a * c + b + x; }
static __attribute__((noinline)) int str (const char *s, int x) { __asm__ volatile (""); return s[x] + __builtin_strlen (s); }
int main (int argc, char **argv)
{
  int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; struct big b = { { 1, 2, 3, 4 } };
  if (cnt (2, argc) != 9 || cnt (2, argc + 1) != 12) __builtin_abort ();
  if (par (3, argc) != 12 + 15 + 5 || par (3, argc + 1) != 15 + 21 + 7) __builtin_abort ();
  if (vla (2, 3, a) != 6 + 30 + 12 || vla (2, 3, a) != 48) __builtin_abort ();
  if (bs (b, 2, argc) != 4 || bs (b, 2, argc + 1) != 5) __builtin_abort ();
  if (rb (2, argc + 1).a[2] != 4 || rb (2, argc).a[0] != 1) __builtin_abort ();
  if (adr (4, argc) != 5 || adr (4, argc + 1) != 6) __builtin_abort ();
  if (cx (2.0 + 1.0i, argc + 1) != 4.0 + 2.0i || cx (2.0 + 1.0i, argc) != 2.0 + 1.0i) __builtin_abort ();
  if (wide (1LL << 40, 3, 1, argc) != (3L << 40) + 2 || wide (1LL << 40, 3, 1, argc) != (3L << 40) + 2) __builtin_abort ();
  if (str ("hello", argc) != 'e' + 5 || str ("hello", argc + 1) != 'l' + 5) __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "replacing param #0 step with const 2" "cp" } } */
/* { dg-final { scan-ipa-dump "replacing param #1 c with const 3" "cp" } } */
