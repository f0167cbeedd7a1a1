/* Each return has an epilogue of its own, or jumps to one.  */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-rtl-pro_and_epilogue -fno-shrink-wrap" } */

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
      (cjump_insn 8 (set (pc)
              (if_then_else (eq (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 2)
                  (pc))))
      (edge-to 3 (flags "FALLTHRU"))
      (edge-to 4)
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (cnote 9 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 10 (set (reg:DI a0) (reg/v:DI <0> [ a ])))
      (ccall_insn 11 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("g") [flags 0x41] <function_decl g>) [0  S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:DI (use (reg:DI a0)) (nil)))
      (cinsn 12 (set (reg:DI <2>) (reg:DI a0)))
      (cjump_insn 13 (set (pc) (label_ref 3)))
      (edge-to 5)
    ) ;; block 3
    (cbarrier 14)
    (block 4
      (edge-from 2)
      (clabel 2 2)
      (cnote 15 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 16 (set (reg:DI <2>) (reg/v:DI <1> [ b ])))
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 3)
      (edge-from 4 (flags "FALLTHRU"))
      (clabel 3 3)
      (cnote 17 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 18 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 19 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump-times {-> simple_return} 1 "pro_and_epilogue" } } */
