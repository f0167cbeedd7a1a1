/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* A word of bits is not wide enough. */

void g (void);

void
f (int x)
{
  if (x == 10)
    g ();
  else if (x == 30)
    g ();
  else if (x == 50)
    g ();
  else if (x == 72)
    g ();
}

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) == 50\)} "iftoswitch" } } */
/* { dg-final { scan-tree-dump-not {switch} "iftoswitch" } } */
