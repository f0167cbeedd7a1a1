/* With -Os it is not.  */
/* { dg-do compile } */
/* { dg-options "-Os -fdump-rtl-bbro" } */

long g (long);

long __RTL (startwith ("vregs")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 6 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cnote 7 NOTE_INSN_FUNCTION_BEG)
      (cinsn 8 (set (mem/c:DI (plus:DI (reg/f:DI virtual-stack-vars) (const_int -8)) [0  S8 A64]) (reg/v:DI <0> [ a ])))
      (cjump_insn 9 (set (pc)
              (if_then_else (eq (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 2)
                  (pc))))
      (edge-to 3 (flags "FALLTHRU"))
      (edge-to 4)
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (cnote 10 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 11 (set (reg:DI a0) (reg/v:DI <1> [ b ])))
      (ccall_insn 12 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("g") [flags 0x41] <function_decl g>) [0  S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:DI (use (reg:DI a0)) (nil)))
      (cinsn 13 (set (reg:DI <2>) (reg:DI a0)))
      (cjump_insn 14 (set (pc) (label_ref 3)))
      (edge-to 5)
    ) ;; block 3
    (cbarrier 15)
    (block 4
      (edge-from 2)
      (clabel 2 2)
      (cnote 16 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 17 (set (reg:DI <2>) (const_int 5)))
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 3)
      (edge-from 4 (flags "FALLTHRU"))
      (clabel 3 3)
      (cnote 18 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 19 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 20 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 5
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler-times "jr\tra" 1 } } */
