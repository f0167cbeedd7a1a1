/* An edge with a place of its own in the source gets an insn there, so that
   a debugger can stop at it: here the end of the function, and the return in
   the middle.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-outof_cfglayout" } */

int x;

void
at_end (int a)
{
  x = a;
}

void
early (int a)
{
  if (a)
    return;
  x = 1;
}

/* { dg-final { scan-rtl-dump-times "const_int 0 \\\[0\\\]\\) \"\[^\n\]*place-of-its-own.c\":13:1" 1 "outof_cfglayout" } } */
/* { dg-final { scan-rtl-dump-times "const_int 0 \\\[0\\\]\\) \"\[^\n\]*place-of-its-own.c\":19:5" 1 "outof_cfglayout" } } */
/* { dg-final { scan-assembler-times {\n\tnop\n} 2 } } */
