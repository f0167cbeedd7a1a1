/* Functions whose dumps faults are planted in: see tests/suite/prove.rs. */
extern void g (int), h (int);
extern int next (void);
struct bits { unsigned a : 5, b : 3, c : 8; };

int fold (int a, int b) { return (a ^ b) + 1; }
void store (int *p, int a) { *p = a; p[1] = a + 1; }
int trap (int a, int b) { int r = 0; if (b != 0) r = a / b; return r; }
int range (unsigned a) { return a < 10 ? 1 : 2; }
int alias (int *p, int *q) { *p = 1; *q = 2; return *p; }
int phi (int c, int a, int b) { int r; if (c) r = a; else r = b; return r; }
int overflow (int a, int b) { return (int) ((unsigned) a + (unsigned) b); }
long extension (int a) { unsigned u = a; return (int) u; }
int twice (volatile int *p) { int a = *p; int b = *p; return a + b; }
void calls (int a) { g (a); h (a); }
int exits (int n, int *p) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int step (unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += (int) i * 3; return s; }
int unordered (double a, double b) { if (a < b) return 1; return 2; }
void live (int *p) { *p = 1; g (0); *p = 2; }
unsigned field (struct bits *s) { return s->b; }
int output (int a) { int out; asm ("# %0 %1" : "=r" (out) : "r" (a)); return out + 1; }
unsigned char rotate (unsigned char x, unsigned n) { unsigned t = x; return (t << n) | (t >> (-n & 7)); }
unsigned low (struct bits *s) { return s->a; }
