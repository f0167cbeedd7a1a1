/* A long block is not copied.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-bbro" } */

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
      (cinsn 10 (set (reg:DI <2>) (mem:DI (reg/v:DI <1> [ b ]) [0  S8 A64])))
      (cjump_insn 11 (set (pc) (label_ref 3)))
      (edge-to 5)
    ) ;; block 3
    (cbarrier 12)
    (block 4
      (edge-from 2)
      (clabel 2 2)
      (cnote 13 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 14 (set (reg:DI <2>) (const_int 5)))
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 3)
      (edge-from 4 (flags "FALLTHRU"))
      (clabel 3 3)
      (cnote 15 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 16 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 0)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 17 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 8)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 18 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 16)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 19 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 24)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 20 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 32)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 21 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 40)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 22 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 48)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 23 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 56)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 24 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 64)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 25 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 72)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 26 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 80)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 27 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 88)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 28 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 96)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 29 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 104)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 30 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 112)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 31 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 120)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 32 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 128)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 33 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 136)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 34 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 144)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 35 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 152)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 36 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 160)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 37 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 168)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 38 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 176)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 39 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 184)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 40 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 192)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 41 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 200)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 42 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 208)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 43 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 216)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 44 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 224)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 45 (set (mem:DI (plus:DI (reg/v:DI <1> [ b ]) (const_int 232)) [0  S8 A64]) (reg:DI <2>)))
      (cinsn 46 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 47 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler-times "\tret" 1 } } */
