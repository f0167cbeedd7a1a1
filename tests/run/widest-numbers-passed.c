/* { dg-do run } */
/* { dg-options "-O2" } */

/* Numbers of unsigned __int128 that are passed as constants: above the middle they are no negative ones. */

typedef unsigned __int128 U;
int printf (const char *, ...);
static int __attribute__ ((noinline)) g (U a) { return (int) (a >> 100); }
static int __attribute__ ((noinline)) f (U x) { return g (x >> 1) + (x > 5 ? 1 : 2); }
static int cold (U x) { if (x < 7) return 10; if (x > ((U) 1 << 127)) return 20; return 30; }
static int __attribute__ ((noinline)) sw (U x) { switch (x) { case 1: return 1; case 2: return 2; case (U) -2: return 3; case (U) -1: return 4; default: return 5; } }
static inline int sw2 (U x) { switch (x) { case 1 ... 3: return 1; case (U) -3 ... (U) -1: return 4; default: return 5; } }
int main (void) { printf ("%d %d %d %d %d %d\n", f ((U) -1), cold ((U) -1), cold (6), sw ((U) -1), sw2 ((U) -2), sw2 (9)); return 0; }
