/* { dg-do compile } */
/* { dg-options "-w -fdump-tree-original" } */

/* The low bits of an address, where alignment says what they are.  */

struct { char a, b, c, d; } s __attribute__ ((aligned (4)));
char c1 __attribute__ ((aligned (1)));

unsigned f (void) { return 3 & (__SIZE_TYPE__) &s.a; }
unsigned g (void) { return 3 & (__SIZE_TYPE__) &s.c; }
unsigned h (void) { return 3 & (__SIZE_TYPE__) &c1; }

/* { dg-final { scan-tree-dump-times "return 0;" 1 "original" } } */
/* { dg-final { scan-tree-dump-times "return 2;" 1 "original" } } */
/* { dg-final { scan-tree-dump-times "&c1 & 3" 1 "original" } } */
