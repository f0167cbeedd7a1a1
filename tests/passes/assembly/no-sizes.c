/* Neither functions nor variables are said to have sizes, nor is what unwinders are pointed to by. */
/* { dg-do compile } */
/* { dg-options "-O1 -fexceptions -finhibit-size-directive" } */

int initialised = 1, zero;
static long table[4];
void done (int *);
void g (void);

long *
f (void)
{
  int kept __attribute__ ((cleanup (done))) = initialised + zero;
  g ();
  return table;
}

/* { dg-final { scan-assembler {\t\.type\tf, @function} } } */
/* { dg-final { scan-assembler {\t\.type\ttable, @object} } } */
/* { dg-final { scan-assembler {__gcc_personality_v0} } } */
/* { dg-final { scan-assembler-not {\.size} } } */
