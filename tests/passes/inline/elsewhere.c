/* A definition for inlining only is inlined by the whole unit's inliner, too, and is not emitted.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-ipa-remove_symbols -fdump-tree-optimized" } */

inline int ten (void) { return 10; }
extern inline __attribute__ ((gnu_inline)) int old (int x) { return x + 3; }
int f (int k) { return k + ten () + old (k); }

/* { dg-final { scan-tree-dump { = k_[0-9]+\(D\) \+ 10;} "optimized" } } */
/* { dg-final { scan-ipa-dump-not "Reclaiming functions:\[^\\n\]*ten" "remove_symbols" } } */
/* { dg-final { scan-tree-dump-not "ten|old" "optimized" } } */
/* { dg-final { scan-assembler-not "ten|old" } } */
