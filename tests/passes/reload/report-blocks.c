/* Blocks are walked from those that nothing comes after: first the one that ends in a call of abort. A block goes on with the
   next one as long as that has no label.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-reload" } */

void abort (void);

int
f (int n)
{
  if (n)
    abort ();
  return 3;
}

/* { dg-final { scan-rtl-dump {EBB 2 3\nEBB 4\n} "reload" } } */
/* { dg-final { scan-rtl-dump {  BB 3\n   Insn [0-9]+: point = 0, n_alt = 2\n  BB 4\n} "reload" } } */
/* { dg-final { scan-rtl-dump {Choosing alt 2 in insn [0-9]+:  \(0\) U \{call_internal\}} "reload" } } */
/* { dg-final { scan-rtl-dump {verify found no changes in insn with uid} "reload" } } */
