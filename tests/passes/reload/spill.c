/* What is spilled is stored after its definition and loaded before its uses.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-reload" } */

long __RTL (startwith ("vregs")) f (long *a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 24)) [0  S8 A64])))
      (cinsn 6 (set (reg:DI <2>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 32)) [0  S8 A64])))
      (cinsn 7 (set (reg:DI <3>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 40)) [0  S8 A64])))
      (cinsn 8 (set (reg:DI <4>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 48)) [0  S8 A64])))
      (cinsn 9 (set (reg:DI <5>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 56)) [0  S8 A64])))
      (cinsn 10 (set (reg:DI <6>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 64)) [0  S8 A64])))
      (cinsn 11 (set (reg:DI <7>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 72)) [0  S8 A64])))
      (cinsn 12 (set (reg:DI <8>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 80)) [0  S8 A64])))
      (cinsn 13 (set (reg:DI <9>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 88)) [0  S8 A64])))
      (cinsn 14 (set (reg:DI <10>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 96)) [0  S8 A64])))
      (cinsn 15 (set (reg:DI <11>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 104)) [0  S8 A64])))
      (cinsn 16 (set (reg:DI <12>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 112)) [0  S8 A64])))
      (cinsn 17 (set (reg:DI <13>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 120)) [0  S8 A64])))
      (cinsn 18 (set (reg:DI <14>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 128)) [0  S8 A64])))
      (cinsn 19 (set (reg:DI <15>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 136)) [0  S8 A64])))
      (cinsn 20 (set (reg:DI <16>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 144)) [0  S8 A64])))
      (cinsn 21 (set (reg:DI <17>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 152)) [0  S8 A64])))
      (cinsn 22 (set (reg:DI <18>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 160)) [0  S8 A64])))
      (cinsn 23 (set (reg:DI <19>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 168)) [0  S8 A64])))
      (cinsn 24 (set (reg:DI <20>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 176)) [0  S8 A64])))
      (cinsn 25 (set (reg:DI <21>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 184)) [0  S8 A64])))
      (cinsn 26 (set (reg:DI <22>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 192)) [0  S8 A64])))
      (cinsn 27 (set (reg:DI <23>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 200)) [0  S8 A64])))
      (cinsn 28 (set (reg:DI <24>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 208)) [0  S8 A64])))
      (cinsn 29 (set (reg:DI <25>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 216)) [0  S8 A64])))
      (cinsn 30 (set (reg:DI <26>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 224)) [0  S8 A64])))
      (cinsn 31 (set (reg:DI <27>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 232)) [0  S8 A64])))
      (cinsn 32 (set (reg:DI <28>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 240)) [0  S8 A64])))
      (cinsn 33 (set (reg:DI <29>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 248)) [0  S8 A64])))
      (cinsn 34 (set (reg:DI <30>) (mem:DI (plus:DI (reg/v:DI <0> [ a ]) (const_int 256)) [0  S8 A64])))
      (cinsn 35 (set (reg:DI <31>) (mem:DI (reg/v:DI <0> [ a ]) [0  S8 A64])))
      (cinsn 36 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <1>))))
      (cinsn 37 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <2>))))
      (cinsn 38 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <3>))))
      (cinsn 39 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <4>))))
      (cinsn 40 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <5>))))
      (cinsn 41 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <6>))))
      (cinsn 42 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <7>))))
      (cinsn 43 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <8>))))
      (cinsn 44 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <9>))))
      (cinsn 45 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <10>))))
      (cinsn 46 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <11>))))
      (cinsn 47 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <12>))))
      (cinsn 48 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <13>))))
      (cinsn 49 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <14>))))
      (cinsn 50 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <15>))))
      (cinsn 51 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <16>))))
      (cinsn 52 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <17>))))
      (cinsn 53 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <18>))))
      (cinsn 54 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <19>))))
      (cinsn 55 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <20>))))
      (cinsn 56 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <21>))))
      (cinsn 57 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <22>))))
      (cinsn 58 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <23>))))
      (cinsn 59 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <24>))))
      (cinsn 60 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <25>))))
      (cinsn 61 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <26>))))
      (cinsn 62 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <27>))))
      (cinsn 63 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <28>))))
      (cinsn 64 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <29>))))
      (cinsn 65 (set (reg:DI <31>) (xor:DI (reg:DI <31>) (reg:DI <30>))))
      (cinsn 66 (set (reg/i:DI a0) (reg:DI <31>)))
      (cinsn 67 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump {set \(mem/c:DI \(plus:DI \(reg/f:DI 2 sp} "reload" } } */
/* { dg-final { scan-rtl-dump-not {\(reg:DI [7-9][0-9]\)} "reload" } } */
