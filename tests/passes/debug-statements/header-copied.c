/* What is bound in a loop's header is bound at the start of its body as well, once the header has a copy before the loop. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-ch2" } */

extern void g (int);
void f (int n)
{
  for (int i = 0; i < n; i++)
    g (i);
}

/* { dg-final { scan-tree-dump "# (i_\[0-9\]+) = PHI <\[^\n\]*\n  # DEBUG i => \\1\n  # DEBUG BEGIN_STMT\n  g \\(\\1\\);" "ch2" } } */
