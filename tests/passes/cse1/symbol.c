/* The address of a symbol is computed once.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-cse1" } */

extern long x, y;

long __RTL (startwith ("cse1")) f (void)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cnote 3 NOTE_INSN_FUNCTION_BEG)
      (cinsn 4 (set (reg:DI <0>) (symbol_ref:DI ("x") [flags 0x40] <var_decl x>)))
      (cinsn 5 (set (reg:DI <1>) (mem:DI (reg:DI <0>) [0  S8 A64])))
      (cinsn 6 (set (reg:DI <2>) (symbol_ref:DI ("x") [flags 0x40] <var_decl x>)))
      (cinsn 7 (set (mem:DI (reg:DI <2>) [0  S8 A64]) (reg:DI <1>)))
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

/* { dg-final { scan-rtl-dump-times {symbol_ref:DI \("x"\)} 1 "cse1" } } */
