/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* A jump out of an inner function unwinds to the frame of the outer. */
int f (int n)
{
  __label__ out;
  void in (void) { n++; goto out; }
  in ();
  n = 7;
out:
  return n;
}

/* { dg-final { scan-tree-dump {= &(CHAIN.\d+|D.\d+)->__nl_goto_buf;} "nested" } } */
/* { dg-final { scan-tree-dump {__builtin_nonlocal_goto \(&<D.\d+>, D.\d+\);} "nested" } } */
/* { dg-final { scan-tree-dump {goto out;\n  <D.\d+>: \[non-local\]\n  out:} "nested" } } */
