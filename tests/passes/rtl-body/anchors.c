/* What a section's anchor stands for is not in the text.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int counter;

int __RTL (startwith ("vregs")) f (void) /* { dg-message "sorry, unimplemented: section anchors in a function that is written in RTL" "" { target *-*-* } .+1 } */
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cnote 3 NOTE_INSN_FUNCTION_BEG)
      (cinsn 4 (set (reg/f:DI <0>) (symbol_ref:DI ("*.LANCHOR0") [flags 0x182])))
      (cinsn 5 (set (reg/i:DI a0) (reg/f:DI <0>)))
      (cinsn 6 (use (reg/i:DI a0)))
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
