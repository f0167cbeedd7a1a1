/* { dg-do compile } */
/* { dg-options "-O2 -fkeep-inline-functions -fkeep-static-functions" } */

/* Functions nobody calls, kept: but not where a definition is for inlining only. */
static inline int first (int x) { return x + 1; }
static int second (int x) { return x + 2; }
inline int elsewhere (int x) { return x + 3; }
extern inline __attribute__ ((gnu_inline)) int elsewhere_too (int x) { return x + 4; }
static inline __attribute__ ((always_inline)) int always (int x) { return x + 5; }
static int unused (void) { return 3; }
int last (int x) { return first (x) + second (x) + elsewhere (x) + elsewhere_too (x) + always (x); }

/* { dg-final { scan-assembler "\nfirst:" } } */
/* { dg-final { scan-assembler "\nsecond:" } } */
/* { dg-final { scan-assembler "\nunused:" } } */
/* { dg-final { scan-assembler-not "\nelsewhere" } } */
/* { dg-final { scan-assembler-not "\nalways:" } } */
