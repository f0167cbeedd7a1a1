/* A function named by `cleanup` is called wherever control leaves the scope, also where nothing stands after the
   declaration.  */
int printf (const char *, ...);
static int depth;
static void c (int *p) { printf ("c%d ", *p); *p = -1; }
static void d (int **p) { printf ("d%d ", **p); }
static int g (int x) { return x; }
static int t1 (void) { { int x __attribute__((cleanup (c))) = 3; } return 1; }
static int t2 (int k) { int x __attribute__((cleanup (c))) = k; if (k > 2) return x + 10; x += 5; return x; }
static void t3 (void) {
  for (int i = 0; i < 6; i++) {
    int x __attribute__((cleanup (c))) = i;
    if (i == 1) continue;
    if (i == 4) break;
    { int y __attribute__((cleanup (c))) = 100 + i; if (i == 3) continue; }
  }
}
static void t4 (int n) {
again:;
  int x __attribute__((cleanup (c))) = n;
  if (n-- > 0) goto again;
  { int y __attribute__((cleanup (c))) = 50; { int z __attribute__((cleanup (c))) = 60; goto out; } }
out:
  printf ("out ");
}
static int t5 (int k) {
  switch (k) { case 1: { int x __attribute__((cleanup (c))) = 7; break; } case 2: { int x __attribute__((cleanup (c))) = 8; return 9; } default:; }
  return 4;
}
static void t6 (int n) { char a[n]; a[0] = 1; int v = 9; int *p __attribute__((cleanup (d))) = &v; v = 12 + a[0]; }
static int t7 (void) { int r = ({ int x __attribute__((cleanup (c))) = 21; x * 2; }); return r; }
static int t8 (int k) { int x __attribute__((cleanup (c))) = 1; if (k) { int y __attribute__((cleanup (c))) = 2; return g (x + y); } else { int z __attribute__((cleanup (c))) = 3; } return 0; }
static void t9 (int k) { void *l = k ? &&a : &&b; { int x __attribute__((cleanup (c))) = 5; } goto *l; a: printf ("a "); return; b: printf ("b "); }
static void t10 (void) { int a __attribute__((cleanup (c))) = 1, b __attribute__((cleanup (c))) = 2; }
static void t11 (void) { int a __attribute__((cleanup (c))); a = 4; do { int q __attribute__((cleanup (c))) = 40; } while (a-- > 2); while (1) { int q __attribute__((cleanup (c))) = 41; if (a) return; } }
int main (void) {
  printf ("%d\n", t1 ()); printf ("%d\n", t2 (1)); printf ("%d\n", t2 (5)); t3 (); printf ("\n"); t4 (2); printf ("\n");
  printf ("%d\n", t5 (1)); printf ("%d\n", t5 (2)); printf ("%d\n", t5 (3)); t6 (3); printf ("\n"); printf ("%d\n", t7 ());
  printf ("%d\n", t8 (0)); printf ("%d\n", t8 (1)); t9 (0); t9 (1); printf ("\n"); t10 (); printf ("\n"); t11 (); printf ("\n");
  return 0;
}
