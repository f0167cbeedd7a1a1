/* Floating-point registers that calls keep are saved as such.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-pro_and_epilogue" } */

long g (long);

double __RTL (startwith ("vregs")) f (double a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DF <0> [ a ]) (reg:DF fa0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI a0) (const_int 1)))
      (ccall_insn 6 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("g") [flags 0x41] <function_decl g>) [0  S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:DI (use (reg:DI a0)) (nil)))
      (cinsn 7 (set (reg:DF <1>) (mult:DF (reg/v:DF <0> [ a ]) (reg/v:DF <0> [ a ]))))
      (cinsn 8 (set (reg/i:DF fa0) (reg:DF <1>)))
      (cinsn 9 (use (reg/i:DF fa0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DF fa0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler {fsd\tfs0,} } } */
/* { dg-final { scan-assembler {fld\tfs0,} } } */
