/* { dg-do compile } */
/* { dg-options "-O0" } */

/* Without optimisation a static function that nobody calls stays where -fkeep-static-functions says so only. */
static int called (int x) { return x * 2; }
static inline int not_called (int x) { return x * 3; }
int f (int x) { return called (x); }

/* { dg-final { scan-assembler "\ncalled:" } } */
/* { dg-final { scan-assembler-not "not_called" } } */
