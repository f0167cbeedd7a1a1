/* What rules of the table make of RTL. Each function is what one rule is for.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine-details" } */

long __RTL (startwith ("combine")) plus_plus_constants (long a)
{
(function "plus_plus_constants"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (plus:DI (reg/v:DI <0> [ a ]) (const_int 3))))
      (cinsn 6 (set (reg:DI <2>) (plus:DI (reg:DI <1>) (const_int 4))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "plus_plus_constants"
}

long __RTL (startwith ("combine")) plus_zero (long a)
{
(function "plus_zero"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (plus:DI (reg/v:DI <0> [ a ]) (const_int 3))))
      (cinsn 6 (set (reg:DI <2>) (plus:DI (reg:DI <1>) (const_int -3))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "plus_zero"
}

long __RTL (startwith ("combine")) and_or_constants (long a)
{
(function "and_or_constants"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (and:DI (reg/v:DI <0> [ a ]) (const_int 12))))
      (cinsn 6 (set (reg:DI <2>) (and:DI (reg:DI <1>) (const_int 10))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "and_or_constants"
}

long __RTL (startwith ("combine")) xor_constants (long a)
{
(function "xor_constants"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (xor:DI (reg/v:DI <0> [ a ]) (const_int 12))))
      (cinsn 6 (set (reg:DI <2>) (xor:DI (reg:DI <1>) (const_int 10))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "xor_constants"
}

long __RTL (startwith ("combine")) shift_shift (long a)
{
(function "shift_shift"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (ashift:DI (reg/v:DI <0> [ a ]) (const_int 3))))
      (cinsn 6 (set (reg:DI <2>) (ashift:DI (reg:DI <1>) (const_int 4))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "shift_shift"
}

long __RTL (startwith ("combine")) lshift_out (long a)
{
(function "lshift_out"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (ashift:DI (reg/v:DI <0> [ a ]) (const_int 40))))
      (cinsn 6 (set (reg:DI <2>) (ashift:DI (reg:DI <1>) (const_int 30))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "lshift_out"
}

long __RTL (startwith ("combine")) rshift_out (long a)
{
(function "rshift_out"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (lshiftrt:DI (reg/v:DI <0> [ a ]) (const_int 40))))
      (cinsn 6 (set (reg:DI <2>) (lshiftrt:DI (reg:DI <1>) (const_int 30))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "rshift_out"
}

long __RTL (startwith ("combine")) rshift_rshift_sign (long a)
{
(function "rshift_rshift_sign"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (ashiftrt:DI (reg/v:DI <0> [ a ]) (const_int 40))))
      (cinsn 6 (set (reg:DI <2>) (ashiftrt:DI (reg:DI <1>) (const_int 30))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "rshift_rshift_sign"
}

long __RTL (startwith ("combine")) other_sign (long a)
{
(function "other_sign"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (ashiftrt:DI (reg/v:DI <0> [ a ]) (const_int 40))))
      (cinsn 6 (set (reg:DI <2>) (lshiftrt:DI (reg:DI <1>) (const_int 10))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "other_sign"
}

long __RTL (startwith ("combine")) and_keeps_all (long a)
{
(function "and_keeps_all"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (lshiftrt:DI (reg/v:DI <0> [ a ]) (const_int 60))))
      (cinsn 6 (set (reg:DI <2>) (and:DI (reg:DI <1>) (const_int 31))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "and_keeps_all"
}

long __RTL (startwith ("combine")) and_keeps_none (long a)
{
(function "and_keeps_none"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (lshiftrt:DI (reg/v:DI <0> [ a ]) (const_int 60))))
      (cinsn 6 (set (reg:DI <2>) (and:DI (reg:DI <1>) (const_int 16))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "and_keeps_none"
}

long __RTL (startwith ("combine")) and_keeps_some (long a)
{
(function "and_keeps_some"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (lshiftrt:DI (reg/v:DI <0> [ a ]) (const_int 60))))
      (cinsn 6 (set (reg:DI <2>) (and:DI (reg:DI <1>) (const_int 7))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "and_keeps_some"
}

long __RTL (startwith ("combine")) negate_negate (long a)
{
(function "negate_negate"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (neg:DI (reg/v:DI <0> [ a ]))))
      (cinsn 6 (set (reg:DI <2>) (neg:DI (reg:DI <1>))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "negate_negate"
}

long __RTL (startwith ("combine")) bit_not_bit_not (long a)
{
(function "bit_not_bit_not"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (not:DI (reg/v:DI <0> [ a ]))))
      (cinsn 6 (set (reg:DI <2>) (not:DI (reg:DI <1>))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "bit_not_bit_not"
}

long __RTL (startwith ("combine")) minus_constant (long a)
{
(function "minus_constant"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (const_int 5)))
      (cinsn 6 (set (reg:DI <2>) (minus:DI (reg/v:DI <0> [ a ]) (reg:DI <1>))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "minus_constant"
}

long __RTL (startwith ("combine")) negate_is (long a)
{
(function "negate_is"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (neg:DI (reg/v:DI <0> [ a ]))))
      (cinsn 6 (set (reg:DI <2>) (eq:DI (reg:DI <1>) (const_int 0))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "negate_is"
}

long __RTL (startwith ("combine")) toggled_is (long a)
{
(function "toggled_is"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (lshiftrt:DI (reg/v:DI <0> [ a ]) (const_int 63))))
      (cinsn 6 (set (reg:DI <2>) (xor:DI (reg:DI <1>) (const_int 1))))
      (cinsn 7 (set (reg:DI <3>) (eq:DI (reg:DI <2>) (const_int 0))))
      (cinsn 8 (set (reg/i:DI a0) (reg:DI <3>)))
      (cinsn 9 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "toggled_is"
}

/* { dg-final { scan-rtl-dump-times "Applying pattern plus_plus_constants\n" 2 "combine" } } */
/* { dg-final { scan-rtl-dump-times "Applying pattern plus_zero\n" 1 "combine" } } */
/* { dg-final { scan-rtl-dump-times "Applying pattern and_keeps_all\n" 1 "combine" } } */
/* { dg-final { scan-rtl-dump-times "Applying pattern rshift_out\n" 1 "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern and_or_constants\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern xor_constants\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern shift_shift\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern lshift_out\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern rshift_rshift_sign\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern and_keeps_none\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern negate_negate\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern bit_not_bit_not\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern minus_constant\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern negate_is\n" "combine" } } */
/* { dg-final { scan-rtl-dump "Applying pattern toggled_is\n" "combine" } } */
/* { dg-final { scan-assembler-times {addi\ta0,a0,7} 1 } } */
/* { dg-final { scan-assembler-times {andi\ta0,a0,8} 1 } } */
/* { dg-final { scan-assembler-times {xori\ta0,a0,6} 1 } } */
/* { dg-final { scan-assembler-times {slli\ta0,a0,7} 1 } } */
/* { dg-final { scan-assembler-times {srai\ta0,a0,63} 1 } } */
/* { dg-final { scan-assembler-times {addi\ta0,a0,-5} 1 } } */
/* { dg-final { scan-assembler-not {neg\t|not\t|seqz\ta0,a5} } } */
