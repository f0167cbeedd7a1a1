/* Where a register is added to the frame pointer, the register and the frame's distance are made an operand in a new register
   before.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-reload" } */

long
f (long i)
{
  long v[4];
  v[i] = 1;
  return v[i];
}

/* { dg-final { scan-rtl-dump-times {alt=1: Bad operand -- refuse\n\t Choosing alt 0 in insn [0-9]+:  \(0\) =r  \(1\) r  \(2\) r \{adddi3\}\n      Creating newreg=[0-9]+, assigning class GR_REGS to r[0-9]+} 2 "reload" } } */
/* { dg-final { scan-rtl-dump-times {    Inserting insn reload before:\n +[0-9]+: r[0-9]+:DI=r[0-9]+:DI-0x10} 2 "reload" } } */
/* { dg-final { scan-rtl-dump-times {Assign 15 to reload r[0-9]+ \(freq=2000\)} 2 "reload" } } */
/* { dg-final { scan-rtl-dump {Local #2} "reload" } } */
