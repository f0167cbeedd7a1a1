/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3" } */

/* What is written to a variable that nobody reads goes. */
extern void g (void);
int f (int x)
{
  static int never_read;
  never_read = x;
  g ();
  return x;
}

/* { dg-final { scan-tree-dump {return x_} "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump-not {never_read =} "fixup_cfg3" } } */
