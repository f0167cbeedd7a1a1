/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-modref2 -fdump-ipa-modref" } */
int g;
static int once (int *p) { g = *p; return 3; }

/* After inlining it is looked again: what was passed on is known to be used in no other way. */
int outer (int *p, int unused) { return once (p) + unused * 0; }

/* { dg-final { scan-ipa-dump "Propagated modref for outer" "modref" } } */
/* { dg-final { scan-tree-dump "Past summary:" "modref2" } } */
/* { dg-final { scan-tree-dump "access: Parm 0 param offset:0 offset:0 size:32 max_size:32" "modref2" } } */
