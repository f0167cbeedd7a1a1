/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Handlers keep every register they change: what calls may change, too, where they call. They return in ways of their own,
   and never by what they call last. */
extern int count;
void work (void);

__attribute__ ((interrupt)) void plain (void) { count++; }
__attribute__ ((interrupt ("supervisor"))) void empty (void) {}
__attribute__ ((interrupt ("user"))) void calling (void) { work (); }
/* The part of it that is seldom run is a function like others. */
__attribute__ ((interrupt ("machine"))) void
split (void)
{
  if (!count)
    return;
  work ();
  for (int i = 0; i < count; i++)
    work ();
}

/* { dg-final { scan-assembler "plain:\n\taddi\tsp,sp,-16\n\(\[^\n]*\n)*\tsd\ta4\[^\n]*\n" } } */
/* { dg-final { scan-assembler "\tld\ta4,\[^\n]*\n\tld\ta5,\[^\n]*\n\taddi\tsp,sp,16\n\tmret\n" } } */
/* { dg-final { scan-assembler "empty:\n\tsret\n" } } */
/* { dg-final { scan-assembler "fsd\tft11,0.sp.\n\tcall\twork.plt\n" } } */
/* { dg-final { scan-assembler "\tld\ta0,\[^\n]*\n(\[^\n]*\n)*\turet\n" } } */
/* { dg-final { scan-assembler-times "mret" 2 } } */
/* { dg-final { scan-assembler-not "tail" } } */
