/* The address of an over-aligned local is right on every way, whichever uses it first.  */
int printf (const char *, ...);
typedef int v8 __attribute__((vector_size (32)));
__attribute__((noinline)) int g (char *b) { b[0] = 1; b[63] = 2; return ((unsigned long) b & 63) == 0; }
__attribute__((noinline)) int f (int k) { char b[64] __attribute__((aligned (64))); if (k) return g (b); return g (b) * 2; }
__attribute__((noinline)) int h (int k, long x) { int r = 0; for (int i = 0; i < k; i++) { if (i & 1) { char c[64] __attribute__((aligned (128))); r += g (c); } else { char d[64] __attribute__((aligned (256))); d[5] = x; r += g (d) * d[5]; } } return r; }
__attribute__((noinline)) int v (int k, v8 a) { v8 b = a; if (k) { b += a; return b[3]; } b -= 1; return b[2]; }
struct big { char t[64] __attribute__((aligned (64))); };
__attribute__((noinline)) int p (int k, struct big b) { if (k) { g (b.t); return b.t[0]; } g (b.t); return b.t[63]; }
int main (void) { struct big b = { "x" }; printf ("%d %d %d %d\n", f (0), f (1), h (6, 3), h (1, 2)); printf ("%d %d\n", v (0, (v8) { 1,2,3,4 }), v (1, (v8) {1,2,3,4})); printf ("%d %d\n", p (0, b) , p (1, b)); return 0; }
