/* { dg-do compile } */
/* { dg-options "-march=rv32i -mabi=ilp32 -O0 -fno-pic" } */

/* Addresses take a word, numbers of 64 bits two. */
int x = 3;
int *p = &x;
const char *s = "abc";
long l = 5;
long long wide = -2;
struct { char c; int *p; long long l; } t = { 1, &x, 9 };
/* { dg-final { scan-assembler "p:\n\t.word\tx\n" } } */
/* { dg-final { scan-assembler "wide:\n\t.word\t-2\n\t.word\t-1\n" } } */
/* { dg-final { scan-assembler "t:\n\t.byte\t1\n\t.zero\t3\n\t.word\tx\n\t.word\t9\n\t.word\t0\n" } } */
void f (void) { }
static void before (void) __attribute__ ((constructor));
static void before (void) { f (); }
/* { dg-final { scan-assembler "section\t.init_array,\"aw\"\n\t.align\t2\n\t.word\tbefore" } } */
