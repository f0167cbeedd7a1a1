/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1 -fdump-ipa-pure-const" } */
void *other (void *);
void *kept;

/* Fresh memory, or nothing. */
__attribute__ ((noinline)) static void *plain (int n) { return n > 3 ? __builtin_malloc (n) : 0; }

/* Each returns what the other does. */
static void *ping (int n, int m);
__attribute__ ((noinline)) static void *pong (int n, int m) { return m > 9 ? ping (n, m - 1) : plain (n); }
__attribute__ ((noinline)) static void *ping (int n, int m) { return m > 5 ? pong (n, m - 2) : __builtin_calloc (n, m); }

/* Not fresh: somebody else has it, it may be another's, it is not what it was. */
__attribute__ ((noinline)) static void *shared (int n) { void *p = __builtin_malloc (n); kept = p; return p; }
__attribute__ ((noinline)) static void *joined (int n, void *q)
{
  void *p = __builtin_malloc (n), *r;
  r = n > 100 ? p : q;
  kept = r;
  return p;
}
__attribute__ ((noinline)) static void *passed (int n) { void *p = __builtin_malloc (n); return other (p); }
__attribute__ ((noinline)) static void *inside (int n) { char *p = __builtin_malloc (n); return p + 8; }

void use (int n, void **v)
{
  v[0] = plain (n); v[1] = ping (n, n); v[2] = shared (n); v[3] = joined (n, v); v[4] = passed (n); v[5] = inside (n);
}

/* { dg-final { scan-tree-dump "Function found to be malloc: plain" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "malloc: (ping|shared|joined|passed|inside)" "local-pure-const1" } } */
/* { dg-final { scan-ipa-dump-not "Function (shared|joined|passed|inside)/\[0-9\]+ found to be malloc" "pure-const" } } */
