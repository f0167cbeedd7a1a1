/* A block that only marks statements and is merged with the next leaves its markers there. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-optimized" } */

extern void g (void);
void f (int a)
{
  if (a)
    g ();
  ;
  ;
}

/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]+.D. != 0\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "  # DEBUG BEGIN_STMT\n  # DEBUG BEGIN_STMT\n  return;" "optimized" } } */
