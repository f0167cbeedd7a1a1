/* A large function goes where it is called from once, and away; one called twice stays, as does one whose address is taken. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline-details -fdump-tree-optimized -fno-partial-inlining -fno-ipa-cp -fno-ipa-icf" } */
extern int ext (int);
#define WORK(n) ext (n) + 3 * ext (n + 1) + 5 * ext (n + 2) + 7 * ext (n + 3) + 9 * ext (n + 4) + 11 * ext (n * 5)
static int once (int n) { return WORK (n) + WORK (n + 7) - WORK (n + 21); }
static int twice (int n) { return WORK (n) - WORK (n + 8); }
static int pointed (int n) { return WORK (n) ^ WORK (n + 9); }
extern int (*pointer) (int);
int a (int n) { return once (n + 2); }
int b (int n) { return twice (n + 1); }
int c (int n) { pointer = pointed; return twice (n) + pointed (n); }

/* { dg-final { scan-ipa-dump "Inlining once/\[0-9\]+ size" "inline" } } */
/* { dg-final { scan-ipa-dump "Called once from a/" "inline" } } */
/* { dg-final { scan-ipa-dump-not "Inlining twice" "inline" } } */
/* { dg-final { scan-ipa-dump "eliminated 1 functions" "inline" } } */
/* { dg-final { scan-tree-dump-not "Function once" "optimized" } } */
/* { dg-final { scan-tree-dump "Function pointed" "optimized" } } */
