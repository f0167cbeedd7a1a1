/* The table of frames follows the frame.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fasynchronous-unwind-tables -fno-optimize-sibling-calls" } */

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
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
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

/* { dg-final { scan-assembler ".cfi_def_cfa_offset 16" } } */
/* { dg-final { scan-assembler ".cfi_offset 1, -8" } } */
/* { dg-final { scan-assembler ".cfi_restore 1" } } */
