/* What stands before a label in the source is after it once there are blocks. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-cfg" } */

extern int g (void);
void f (void)
{
  ;
again:
  if (g ())
    goto again;
}

/* { dg-final { scan-tree-dump "again:\n  # DEBUG BEGIN_STMT\n  # DEBUG BEGIN_STMT\n" "cfg" } } */
