/* A jump back to itself stays, and no jump is followed for ever.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-jump" } */

void __RTL (startwith ("jump")) f (void)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 3)
      (clabel 2 2)
      (cnote 5 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 6 (set (pc) (label_ref 2)))
      (edge-to 3)
    ) ;; block 3
    (cbarrier 7)
  ) ;; insn-chain
  (crtl
    (return_rtx
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump-times "jump_insn" 1 "jump" } } */
