/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-eh" } */

/* Cleanups run from the inside to the outside, and a variable ends after its own. */
void note (int *);
int loud (int *);
void f (int n)
{
  int outer __attribute__ ((cleanup (note))) = n;
  {
    int inner __attribute__ ((cleanup (note))) = n + 1;
    loud (&inner);
  }
  loud (&outer);
}

/* { dg-final { scan-tree-dump "note \\(&inner\\);.*inner = .CLOBBER\\(eol\\).;.*loud \\(&outer\\);.*note \\(&outer\\);.*outer = .CLOBBER" "eh" } } */
