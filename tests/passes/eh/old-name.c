/* -fhandle-exceptions is -fexceptions by its old name: cleanups of C run when an exception passes through. */
/* { dg-do compile } */
/* { dg-options "-O2 -fhandle-exceptions" } */

void g (void);
void done (int *);

void f (void)
{
  int x __attribute__ ((cleanup (done))) = 3;
  g ();
}

/* { dg-warning "has been renamed" "" { target *-*-* } 0 } */
/* { dg-final { scan-assembler "gcc_personality_v0" } } */
