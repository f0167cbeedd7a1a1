/* Labels, jumps and calls of a body in RTL, which begins after the passes that GIMPLE would have had.  */
/* { dg-do run } */
/* { dg-options "-O1" } */

void abort (void);

int __attribute__ ((noinline)) twice (int x) { return x + x; }

int __RTL (startwith ("vregs")) f (int n)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 2 (set (reg/v:DI <0> [ n ]) (reg:DI a0 [ n ])))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg/v:DI <1> [ s ]) (const_int 1)))
      (cjump_insn 6 (set (pc) (label_ref 20)))
      (edge-to 4)
    ) ;; block 2
    (cbarrier 7)
    (block 3
      (edge-from 4)
      (clabel 8 2)
      (cnote 9 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 10 (set (reg:DI a0) (reg/v:DI <1> [ s ])))
      (ccall_insn 11 (parallel [
              (set (reg:DI a0)
                  (call (mem:SI (symbol_ref:DI ("twice") [flags 0x3] <function_decl 0x1 twice>) [0 twice S4 A32])
                      (const_int 0)))
              (clobber (reg:SI ra))
          ])
          (nil)
          (expr_list:SI (use (reg:DI a0)) (nil)))
      (cinsn 12 (set (reg:DI <2>) (reg:DI a0)))
      (cinsn 13 (set (reg/v:DI <1> [ s ]) (reg:DI <2>)))
      (cinsn 14 (set (reg:SI <3>) (plus:SI (subreg/s/u:SI (reg/v:DI <0> [ n ]) 0) (const_int -1))))
      (cinsn 15 (set (reg/v:DI <0> [ n ]) (sign_extend:DI (reg:SI <3>))))
      (edge-to 4 (flags "FALLTHRU"))
    ) ;; block 3
    (block 4
      (edge-from 2)
      (edge-from 3 (flags "FALLTHRU"))
      (clabel 20 3)
      (cnote 21 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 22 (set (pc)
              (if_then_else (gt (reg/v:DI <0> [ n ]) (const_int 0))
                  (label_ref 8)
                  (pc))))
      (edge-to 3)
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 4 (flags "FALLTHRU"))
      (cnote 23 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 24 (set (reg/i:DI a0) (reg/v:DI <1> [ s ])))
      (cinsn 25 (use (reg/i:DI a0)))
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

int main (void)
{
  if (f (0) != 1 || f (5) != 32 || f (-3) != 1)
    abort ();
  return 0;
}
