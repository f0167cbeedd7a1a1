/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-tree-einline-optimized -fdump-ipa-inline-optimized" } */
int ext (int);
static int small (int x) { return x + 1; }
static inline __attribute__ ((always_inline)) int must (int x) { return ext (x) + 2; }

/* What must be inlined is; the rest has to wait. */
int f (int x) { return must (x); }
int g (int x) { return small (x) + ext (x); }

/* { dg-final { scan-tree-dump "Inlining must/\[0-9\]+ into f/\[0-9\]+ .always_inline." "einline" } } */
/* { dg-final { scan-tree-dump-not "Inlining small" "einline" } } */
/* { dg-final { scan-ipa-dump "Inlined small/\[0-9\]+ into g/\[0-9\]+" "inline" } } */
