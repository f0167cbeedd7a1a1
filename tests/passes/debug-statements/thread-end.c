/* Where a jump might go further in dom, what is bound on the way is bound at its end, and known no more where that is
   merged with what others lead to. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-dom2" } */

extern void g (int);
void f (void)
{
  for (int i = 0; i < 5; i++)
    g (i);
}

/* { dg-final { scan-tree-dump "# (i_\[0-9\]+) = PHI <\[^\n\]*\n  # DEBUG i => NULL\n  # DEBUG i => \\1\n" "dom2" } } */
