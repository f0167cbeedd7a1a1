/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized -fdump-tree-vect -fdump-rtl-expand" } */

int
f (int a)
{
  return a * 2 + a * 2;
}

/* { dg-final { scan-tree-dump "return _\[0-9\]+;" "optimized" } } */
/* { dg-final { scan-tree-dump {return \d+;} "optimized" } } */
/* { dg-final { scan-tree-dump-times {\mreturn\M} 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times {(ret)urn} 1 "optimized" } } */
/* { dg-final { scan-tree-dump-not "goto" "optimized" } } */
/* { dg-final { scan-tree-dump-not "return" "optimized" { xfail *-*-* } } } */
/* { dg-final { scan-tree-dump "return" "optimized" { xfail lp64 } } } */
/* { dg-final { scan-tree-dump "return" "optimized" { target ia32 } } } */
/* { dg-final { scan-tree-dump "x" "vect" } } */
/* { dg-final { scan-tree-dump "x" "dom2" } } */
/* { dg-final { scan-rtl-dump-times {(?n)^\(jump_insn.*return} 0 "expand" } } */
/* { dg-final { scan-assembler "\tret" } } */
/* { dg-final { scan-assembler-not "call\t" } } */
/* { dg-final { scan-assembler-times {^f:} 1 } } */
/* { dg-final { scan-file scans.s "f:" } } */
/* { dg-final { scan-hidden f } } */
/* { dg-final { scan-not-hidden f } } */
/* { dg-final { scan-assembler-symbol-section {^f$} {^\.text$} } } */
/* { dg-final { output-exists } } */
/* { dg-final { output-exists-not { target ia32 } } } */
/* { dg-final { cleanup-saved-temps } } */
