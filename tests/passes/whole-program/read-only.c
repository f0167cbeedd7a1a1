/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-whole-program -fdump-tree-optimized" } */
extern void put (int *);
static int limit = 10;
static int counter = 20;
static int seen = 30;
static volatile int device = 40;
static int kept __attribute__ ((used)) = 50;
static int squares[4] = { 0, 1, 4, 9 };

/* Nothing writes `limit` and `squares`. */
int f (int k) { counter += k; put (&seen); return limit + counter + seen + device + kept + squares[2]; }
int g (int k) { return squares[k]; }

/* { dg-final { scan-ipa-dump "limit/\[0-9\]+ \\(\[-a-z \]*read-only\\)" "whole-program" } } */
/* { dg-final { scan-ipa-dump "squares/\[0-9\]+ \\(\[-a-z \]*read-only\\)" "whole-program" } } */
/* { dg-final { scan-ipa-dump-not "(counter|seen|device|kept)/\[0-9\]+ \\(\[-a-z \]*read-only\\)" "whole-program" } } */
/* { dg-final { scan-tree-dump-not "= limit;" "optimized" } } */
/* { dg-final { scan-tree-dump "= counter;" "optimized" } } */
/* { dg-final { scan-assembler "\.section\t\.rodata" } } */
