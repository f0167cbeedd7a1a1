/* A frame beyond 12 bits is built in two steps, the saved registers in the first.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-pro_and_epilogue" } */

long g (long);

long __RTL (startwith ("vregs")) f (long a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (mem/c:DI (plus:DI (reg/f:DI virtual-stack-vars) (const_int -8000)) [0  S8 A64]) (reg/v:DI <0> [ a ])))
      (cinsn 5 (set (reg:DI a0) (reg/v:DI <0> [ a ])))
      (ccall_insn 6 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("g") [flags 0x41] <function_decl g>) [0  S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:DI (use (reg:DI a0)) (nil)))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI a0)))
      (cinsn 8 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler {addi\tsp,sp,-(?:16|2032)\n} } } */
/* { dg-final { scan-assembler {add\tsp,sp,t0} } } */
