/* Two loops, one in the other. The insn that what moves out of the inner one is put after moves out of the outer one
   itself, or goes because the outer one has moved its expression already. What is put there reads what the outer loop
   sets: it stays within.  */
/* { dg-do run } */
/* { dg-options "-O2" } */

extern void abort (void);

long __RTL (startwith ("loop2_invariant")) moves (long n, long s)
{
(function "moves"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:DI <0>) (reg:DI a0)))
      (cinsn 6 (set (reg:DI <1>) (reg:DI a1)))
      (cnote 7 NOTE_INSN_FUNCTION_BEG)
      (cinsn 8 (set (reg:DI <2>) (const_int 0)))
      (cinsn 9 (set (reg:DI <3>) (const_int 0)))
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 5)
      (clabel 102 102)
      (cnote 10 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 11 (set (reg:DI <4>) (plus:DI (reg:DI <3>) (reg:DI <1>))))
      (cinsn 12 (set (reg:DI <6>) (const_int 3)))
      (cinsn 13 (set (reg:DI <5>) (ashift:DI (reg:DI <1>) (const_int 5))))
      (edge-to 4 (flags "FALLTHRU"))
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (edge-from 4)
      (clabel 103 103)
      (cnote 14 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 15 (set (reg:DI <7>) (ashift:DI (reg:DI <4>) (const_int 2))))
      (cinsn 16 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg:DI <7>))))
      (cinsn 17 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg:DI <5>))))
      (cinsn 18 (set (reg:DI <6>) (plus:DI (reg:DI <6>) (const_int -1))))
      (cjump_insn 19 (set (pc)
              (if_then_else (ne (reg:DI <6>) (const_int 0))
                  (label_ref 103)
                  (pc))))
      (edge-to 4)
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 4 (flags "FALLTHRU"))
      (cnote 30 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 31 (set (reg:DI <3>) (plus:DI (reg:DI <3>) (const_int 1))))
      (cjump_insn 32 (set (pc)
              (if_then_else (ne (reg:DI <3>) (reg:DI <0>))
                  (label_ref 102)
                  (pc))))
      (edge-to 3)
      (edge-to 6 (flags "FALLTHRU"))
    ) ;; block 5
    (block 6
      (edge-from 5 (flags "FALLTHRU"))
      (cnote 33 [bb 6] NOTE_INSN_BASIC_BLOCK)
      (cinsn 34 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 35 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 6
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "moves"
}

long __RTL (startwith ("loop2_invariant")) goes (long n, long s)
{
(function "goes"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:DI <0>) (reg:DI a0)))
      (cinsn 6 (set (reg:DI <1>) (reg:DI a1)))
      (cnote 7 NOTE_INSN_FUNCTION_BEG)
      (cinsn 8 (set (reg:DI <2>) (const_int 0)))
      (cinsn 9 (set (reg:DI <3>) (const_int 0)))
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 5)
      (clabel 112 112)
      (cnote 10 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 11 (set (reg:DI <4>) (plus:DI (reg:DI <3>) (reg:DI <1>))))
      (cinsn 12 (set (reg:DI <6>) (const_int 3)))
      (cinsn 20 (set (reg:DI <8>) (ashift:DI (reg:DI <1>) (const_int 5))))
      (cinsn 13 (set (reg:DI <5>) (ashift:DI (reg:DI <1>) (const_int 5))))
      (edge-to 4 (flags "FALLTHRU"))
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (edge-from 4)
      (clabel 113 113)
      (cnote 14 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 15 (set (reg:DI <7>) (ashift:DI (reg:DI <4>) (const_int 2))))
      (cinsn 16 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg:DI <7>))))
      (cinsn 17 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg:DI <5>))))
      (cinsn 21 (set (reg:DI <2>) (xor:DI (reg:DI <2>) (reg:DI <8>))))
      (cinsn 18 (set (reg:DI <6>) (plus:DI (reg:DI <6>) (const_int -1))))
      (cjump_insn 19 (set (pc)
              (if_then_else (ne (reg:DI <6>) (const_int 0))
                  (label_ref 113)
                  (pc))))
      (edge-to 4)
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 4 (flags "FALLTHRU"))
      (cnote 30 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 31 (set (reg:DI <3>) (plus:DI (reg:DI <3>) (const_int 1))))
      (cjump_insn 32 (set (pc)
              (if_then_else (ne (reg:DI <3>) (reg:DI <0>))
                  (label_ref 112)
                  (pc))))
      (edge-to 3)
      (edge-to 6 (flags "FALLTHRU"))
    ) ;; block 5
    (block 6
      (edge-from 5 (flags "FALLTHRU"))
      (cnote 33 [bb 6] NOTE_INSN_BASIC_BLOCK)
      (cinsn 34 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 35 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 6
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "goes"
}

__attribute__ ((noipa)) long expected (long n, long s, long mask)
{
  long r = 0;
  for (long i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      r = (r + ((i + s) << 2) + (s << 5)) ^ (s << 5 & mask);
  return r;
}

int main (void)
{
  if (moves (5, 7) != expected (5, 7, 0) || goes (5, 7) != expected (5, 7, -1))
    abort ();
  return 0;
}
