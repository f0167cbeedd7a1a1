/* Who calls saves the return address.  */
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
      (cinsn 7 (set (reg:DI <1>) (plus:DI (reg:DI a0) (const_int 1))))
      (cinsn 8 (set (reg/i:DI a0) (reg:DI <1>)))
      (cinsn 9 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump {insn/f [^\n]*\(set \(reg/f:DI 2 sp\)} "pro_and_epilogue" } } */
/* { dg-final { scan-rtl-dump {insn/f [^\n]*\(set \(mem/c:DI[^\n]*\n[^\n]*\n[^\n]*reg:DI 1 ra} "pro_and_epilogue" } } */
/* { dg-final { scan-rtl-dump "REG_CFA_RESTORE" "pro_and_epilogue" } } */
