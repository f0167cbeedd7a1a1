/* Nor are jumps that lead to each other.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-jump" } */

void __RTL (startwith ("jump")) f (long a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cjump_insn 6 (set (pc)
              (if_then_else (eq (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 3)
                  (pc))))
      (edge-to 3 (flags "FALLTHRU"))
      (edge-to 4)
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 4)
      (clabel 2 2)
      (cnote 7 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 8 (set (pc) (label_ref 3)))
      (edge-to 4)
    ) ;; block 3
    (cbarrier 9)
    (block 4
      (edge-from 2)
      (edge-from 3)
      (clabel 3 3)
      (cnote 10 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 11 (set (pc) (label_ref 2)))
      (edge-to 3)
    ) ;; block 4
    (cbarrier 12)
  ) ;; insn-chain
  (crtl
    (return_rtx
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler "j\t.L" } } */
