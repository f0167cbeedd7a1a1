/* { dg-do compile } */
/* { dg-options "-O2" } */

/* What another file may define instead, what is large, and what a thread has of its own is named. */
__attribute__ ((weak)) int w;
static int large[1000];
_Thread_local int t;
extern int e;
int f (int i) { return w + large[i] + t + e; }
void g (int i) { large[i] = i; }

/* { dg-final { scan-assembler {lla\ta5,large} } } */
/* { dg-final { scan-assembler-not {LANCHOR} } } */
