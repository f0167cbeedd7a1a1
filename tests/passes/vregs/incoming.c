/* Arguments on the stack are addressed from the argument pointer.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-vregs" } */

long __RTL (startwith ("vregs")) f (long a, long b, long c, long d, long e, long g, long h, long i, long j)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg:DI <0>) (mem/c:DI (reg/f:DI virtual-incoming-args) [0  S8 A64])))
      (cinsn 4 (set (reg/i:DI a0) (reg:DI <0>)))
      (cinsn 5 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump "64 arg" "vregs" } } */
/* { dg-final { scan-assembler {ld\ta0,0\(sp\)} } } */
