/* { dg-do compile } */
/* { dg-options "-O2 -freorder-blocks-algorithm=simple" } */

/* What may be missing is weak in the object file, and is asked for at run time. */
extern int by_attribute (void) __attribute__ ((weak));
extern int by_pragma (void);
#pragma weak by_pragma
#pragma weak before
extern int before (void);
extern int used_later;
static int reference (void) __attribute__ ((weakref ("elsewhere")));
extern int seen __attribute__ ((visibility ("hidden")));
int defined (void) { return 3; }
#pragma weak late = defined
int f (void)
{
  return (by_attribute ? by_attribute () : 1) + (by_pragma ? by_pragma () : 2) + (before ? before () : 3)
         + (reference ? reference () : 4) + used_later + seen;
}
#pragma weak used_later
int unreferenced (void) __attribute__ ((weak));

/* { dg-final { scan-assembler "\t.weak\tby_attribute\n" } } */
/* { dg-final { scan-assembler "\t.weak\tby_pragma\n" } } */
/* { dg-final { scan-assembler "\t.weak\tbefore\n" } } */
/* { dg-final { scan-assembler "\t.weak\tused_later\n" } } */
/* { dg-final { scan-assembler "\t.weakref\treference,elsewhere\n" } } */
/* { dg-final { scan-assembler "\t.hidden\tseen\n" } } */
/* { dg-final { scan-assembler "\t.weak\tlate\n\t.set\tlate,defined\n" } } */
/* { dg-final { scan-assembler-not "unreferenced" } } */
/* { dg-final { scan-assembler-times "\tb(?:ne|eq)\t" 4 } } */
