/* Of each insn the alternative is chosen that costs least: none of whose operands has to be reloaded, else the cheapest.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-reload" } */

int
add (int a, int b)
{
  return a + b;
}

/* { dg-final { scan-rtl-dump {Can eliminate 65 to 8 \(offset=-16, prev_offset=0\)} "reload" } } */
/* { dg-final { scan-rtl-dump-times {alt=0,overall=609,losers=1,rld_nregs=1\n            0 Non-pseudo reload: reject\+=2} 2 "reload" } } */
/* { dg-final { scan-rtl-dump-times {1 Spill pseudo into memory: reject\+=3\n            Using memory insn operand 1: reject\+=3\n          alt=2,overall=21,losers=2,rld_nregs=1} 2 "reload" } } */
/* { dg-final { scan-rtl-dump-times {Choosing alt 3 in insn [0-9]+:  \(0\) m  \(1\) rJ \{\*movsi_internal\}} 2 "reload" } } */
/* { dg-final { scan-rtl-dump-times {Choosing alt 1 in insn [0-9]+:  \(0\) r  \(1\) m \{extendsidi2\}} 2 "reload" } } */
/* { dg-final { scan-rtl-dump {Choosing alt 0 in insn [0-9]+:  \(0\) =r  \(1\) r  \(2\) r \{addsi3\}} "reload" } } */
/* { dg-final { scan-rtl-dump {Insn 16: point = 3, n_alt = 0\n   Insn 15: point = 5, n_alt = 0} "reload" } } */
/* { dg-final { scan-rtl-dump {r79: \[6\.\.10\]} "reload" } } */
/* { dg-final { scan-rtl-dump {Compressing live ranges: from 21 to 18 - 85%} "reload" } } */
