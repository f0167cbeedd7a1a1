/* { dg-do assemble } */
/* { dg-options "-O2 -save-temps" } */

/* Functions, an alias and a variable under names with versions, of which one function has two. */
__attribute__ ((symver ("f@V_1"))) int first (int x) { return x; }
__attribute__ ((symver ("f@@V_2"), symver ("f@V_3"))) int second (int x) { return x + 1; }
int other (int x) __attribute__ ((alias ("first"), symver ("g@V_1")));
__attribute__ ((symver ("v@V_1"))) int variable = 3;
int later (int x);
int later (int x) { return second (x); }
extern int later (int x) __attribute__ ((__symver__ ("h@V_2")));

/* { dg-final { scan-assembler "\t.symver\tfirst, f@V_1\n" } } */
/* { dg-final { scan-assembler "\t.symver\tsecond, f@@V_2\n\t.symver\tsecond, f@V_3\n" } } */
/* { dg-final { scan-assembler "\t.set\tother,first\n\t.symver\tother, g@V_1\n" } } */
/* { dg-final { scan-assembler "\t.symver\tvariable, v@V_1\n" } } */
/* { dg-final { scan-assembler "\t.symver\tlater, h@V_2\n" } } */
