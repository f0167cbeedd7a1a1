/* When registers have been allocated, a block that is entered from the one
   before alone becomes a part of it.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-jump2" } */

void g (void);

void
f (int a)
{
  if (a)
    g ();
}

/* { dg-final { scan-rtl-dump "\\\[bb 4\\\] NOTE_INSN_BASIC_BLOCK" "jump2" } } */
/* { dg-final { scan-rtl-dump-not "\\\[bb 5\\\] NOTE_INSN_BASIC_BLOCK" "jump2" } } */
/* { dg-final { scan-rtl-dump-not "0 uses" "jump2" } } */
