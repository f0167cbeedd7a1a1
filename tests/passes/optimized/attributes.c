/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cfg -fdump-tree-optimized" } */

/* What attributes say of functions is made use of, and noipa is heeded. */
int constant (int) __attribute__ ((const));
int twice (int a) { return constant (a) + constant (a); }
int looks (void) __attribute__ ((pure));
void unused_value (void) { looks (); }
int *fresh (void) __attribute__ ((malloc));
int apart (int *q) { *q = 17; int *p = fresh (); *p = 2; return *p + 40; }
static __attribute__ ((noipa)) int opaque (void) { return 5; }
int calls (void) { return opaque (); }
int again (void) __attribute__ ((returns_twice));
int jumps (void) { return again (); }

/* { dg-final { scan-tree-dump-times "constant \\(" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-not "looks \\(" "optimized" } } */
/* { dg-final { scan-tree-dump "return 42;" "optimized" } } */
/* { dg-final { scan-tree-dump "= opaque \\(" "optimized" } } */
/* { dg-final { scan-tree-dump "ABNORMAL_DISPATCHER" "cfg" } } */
