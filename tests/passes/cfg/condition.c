/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cfg" } */

/* A condition ends a block and leads to two. */
extern void g (void);
void f (int n)
{
  if (n > 0)
    g ();
}

/* { dg-final { scan-tree-dump {if \(n > 0\) goto <D.[0-9]+>; else goto <D.[0-9]+>;|if \(n > 0\)\n    goto <bb 3>; \[INV\]\n  else\n    goto <bb 4>; \[INV\]} "cfg" } } */
/* { dg-final { scan-tree-dump-times {<bb [0-9]+> :} 3 "cfg" } } */
