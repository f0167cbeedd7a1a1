/* { dg-do run } */
/* { dg-options "-O2 -fchecking" } */

/* What `asm goto` leaves in registers is as unknown as what any other statement does, on each way out of it. */
#define NOIPA __attribute__ ((noipa))
#define CHECK(call, value) do { if ((call) != (value)) __builtin_abort (); } while (0)

/* outputs on both paths */
NOIPA int both (int n) { int out; asm goto ("mv %0, %1\n\tbltz %1, %l[neg]\n\taddi %0, %1, 5" : "=&r" (out) : "r" (n) : : neg); return out; neg: return out * 2; }
/* two outputs, one unused, in a loop: phi of asm outputs */
NOIPA int loop (int *p, int n) { int s = 0, v = 0; for (int i = 0; i < n; i++) { int e; asm goto ("lw %0, 0(%2)\n\tli %1, 0\n\tbltz %0, %l[bad]" : "=&r" (v), "=&r" (e) : "r" (p + i) : : bad); s += v + e; continue; bad: s += 1000; } return s * 2 + (v < 0); }
/* initial constant that the asm overwrites */
NOIPA int initial (int n) { int out = 7; asm goto ("bltz %1, %l[neg]\n\taddi %0, %1, 5" : "+r" (out) : "r" (n) : : neg); return out; neg: return out + 100; }
/* get_user-like */
static inline __attribute__((always_inline)) int get (unsigned char *p, unsigned char *val) { unsigned long v; asm goto ("beqz %1, %l[err]\n\tlbu %0, 0(%1)" : "=&r" (v) : "r" (p) : : err); *val = (unsigned char) v; return 0; err: *val = 0; return -14; }
NOIPA int getuser (unsigned char *p, int n) { int s = 0; for (int i = 0; i < n; i++) { unsigned char c; if (get (p ? p + i : 0, &c)) return -i - 100; if (c > 250) break; s += c; } return s; }
/* ranges: char output */
NOIPA int ranges (int x) { unsigned char c; asm goto ("andi %0, %1, 255\n\tbltz %1, %l[neg]" : "=&r" (c) : "r" (x) : : neg); if (c > 300) return 1; if (c == 3) return 33; return c; neg: return -c; }
/* same asm twice: not to be made one */
NOIPA int twice (int x) { int a, b; asm goto ("addi %0, %1, 1\n\tbltz %1, %l[neg]" : "=&r" (a) : "r" (x) : : neg); asm goto ("addi %0, %1, 2\n\tbltz %1, %l[neg]" : "=&r" (b) : "r" (x) : : neg); return a * 100 + b; neg: return -1; }
/* copies and conditions on outputs */
NOIPA int cond (int x, int y) { int a, r; asm goto ("mv %0, %1\n\tbltz %1, %l[neg]" : "=&r" (a) : "r" (x) : : neg); r = a; if (r == y) return a - y; if (a != r) return 99; return 5; neg: return a == x ? 7 : 8; }
/* output stored to memory */
struct s { int a, b; };
NOIPA int mem (struct s *p, int x) { p->a = 5; asm goto ("sw %1, %0\n\tbltz %1, %l[neg]" : "=m" (p->a) : "r" (x) : : neg); return p->a; neg: return p->a - 1; }
/* asm goto jumping back */
NOIPA int back (int n) { int c = 0, t; again: c++; asm goto ("addi %0, %1, -1\n\tbgtz %0, %l[again2]" : "=&r" (t) : "r" (n) : : again2); return c * 10 + t; again2: n = t; goto again; }
/* the same label as fallthrough */
NOIPA int same (int n) { int t; asm goto ("addi %0, %1, 9\n\tbgtz %0, %l[next]" : "=&r" (t) : "r" (n) : : next); next: return t; }
NOIPA long wide (long n) { long t; int u; asm goto ("addi %0, %2, 9\n\tsext.w %1, %2\n\tbgtz %0, %l[next]" : "=&r" (t), "=&r" (u) : "r" (n) : : next); t += u; next: return t; }
NOIPA int boolean (int n) { _Bool b; asm goto ("snez %0, %1\n\tbltz %1, %l[neg]" : "=&r" (b) : "r" (n) : : neg); if (b & 2) return 3; return b ? 1 : 2; neg: return !b; }
int main (void)
{
  int a[4] = { 1, 2, -3, 4 };
  unsigned char u[4] = { 1, 2, 3, 255 };
  struct s st;
  CHECK (both (3), 8);
  CHECK (both (-3), -6);
  CHECK (loop (a, 4), 2014);
  CHECK (initial (3), 8);
  CHECK (initial (-3), 107);
  CHECK (getuser (u, 4), 6);
  CHECK (getuser (0, 4), -100);
  CHECK (ranges (3), 33);
  CHECK (ranges (5), 5);
  CHECK (ranges (-1), -255);
  CHECK (twice (3), 405);
  CHECK (twice (-3), -1);
  CHECK (cond (3, 3), 0);
  CHECK (cond (3, 4), 5);
  CHECK (cond (-1, 0), 7);
  CHECK (mem (&st, 3), 3);
  CHECK (mem (&st, -3), -4);
  CHECK (back (4), 40);
  CHECK (same (4), 13);
  CHECK (same (-20), -11);
  CHECK (wide (4), 13);
  CHECK (wide (-20), -31);
  CHECK (boolean (4), 1);
  CHECK (boolean (0), 2);
  CHECK (boolean (-4), 0);
  return 0;
}
