/* What a call waits for comes before what only has to be done before it; a result that takes long is asked for first.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fschedule-insns2 -fdump-rtl-sched2" } */

void leave (int) __attribute__ ((noreturn));
void g (void);

void
at_once (void)
{
  leave (0);
}

int
after (void)
{
  g ();
  return 0;
}

/* { dg-final { scan-assembler {addi\tsp,sp,-16\n\tli\ta0,0\n\tsd\tra,8\(sp\)\n\tcall\tleave} } } */
/* { dg-final { scan-assembler {ld\tra,8\(sp\)\n\tli\ta0,0\n\taddi\tsp,sp,16\n\tjr\tra} } } */
/* { dg-final { scan-rtl-dump {;;\t  0--> b  0: i +\d+ sp=sp-0x10 +:alu} "sched2" } } */
/* { dg-final { scan-rtl-dump {;;   -- basic block 2 from \d+ to \d+ -- after reload} "sched2" } } */
