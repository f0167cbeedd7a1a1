/* Registers are saved from ra down.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-pro_and_epilogue -fno-schedule-insns2" } */

long g (long);

long __RTL (startwith ("vregs")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cnote 5 NOTE_INSN_FUNCTION_BEG)
      (cinsn 6 (set (reg:DI a0) (reg/v:DI <0> [ a ])))
      (ccall_insn 7 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("g") [flags 0x41] <function_decl g>) [0  S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:DI (use (reg:DI a0)) (nil)))
      (cinsn 8 (set (reg:DI <2>) (plus:DI (reg:DI a0) (reg/v:DI <0> [ a ]))))
      (cinsn 9 (set (reg:DI a0) (reg:DI <2>)))
      (ccall_insn 10 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("g") [flags 0x41] <function_decl g>) [0  S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:DI (use (reg:DI a0)) (nil)))
      (cinsn 11 (set (reg:DI <3>) (plus:DI (reg:DI a0) (reg/v:DI <1> [ b ]))))
      (cinsn 12 (set (reg/i:DI a0) (reg:DI <3>)))
      (cinsn 13 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler {sd\tra,24\(sp\)\n\tsd\ts0,16\(sp\)\n\tsd\ts1,8\(sp\)} } } */
