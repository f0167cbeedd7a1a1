/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cfg" } */

/* Where nobody wrote a return there is no label for one. */
extern void after (void);
void f (void)
{
  after ();
}

/* { dg-final { scan-tree-dump {after \(\);\n  return;} "cfg" } } */
/* { dg-final { scan-tree-dump-not {<L\d>} "cfg" } } */
