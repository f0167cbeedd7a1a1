/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* #pragma GCC optimize holds for functions up to pop_options or reset_options; -O0 keeps the variable. */
int before (void) { int kept_before = 3; return kept_before + 1; }
#pragma GCC push_options
#pragma GCC optimize ("O0")
int inside (void) { int kept_inside = 3; return kept_inside + 1; }
#pragma GCC pop_options
int after (void) { int kept_after = 3; return kept_after + 1; }

#pragma GCC optimize ("O0")
#pragma GCC reset_options
int at_last (void) { int kept_last = 3; return kept_last + 1; }

/* { dg-final { scan-tree-dump "kept_inside" "optimized" } } */
/* { dg-final { scan-tree-dump-not "kept_(before|after|last)" "optimized" } } */
