/* { dg-do run } */
/* { dg-options "-O2 -fgimple -fdump-tree-fixup_cfg1" } */

/* Parameters and variables without a version in a body in SSA form become names before the first pass. */

extern void abort (void);

int __GIMPLE (ssa)
twice_and (int p, int * q)
{
  int v;
  int _1;

  __BB(2):
  v = p;
  v = v + p;
  *q = v;
  _1 = v + 1;
  return _1;
}

int __GIMPLE (ssa)
larger (int a, int b)
{
  int v;

  __BB(2):
  v = a;
  if (a < b)
    goto __BB3;
  else
    goto __BB4;

  __BB(3):
  v = b;
  goto __BB4;

  __BB(4):
  return v;
}

int
main (void)
{
  int stored = 0;
  if (twice_and (20, &stored) != 41 || stored != 40)
    abort ();
  if (larger (3, 4) != 4 || larger (4, 3) != 4)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump {v_[0-9]+ = p_[0-9]+\(D\);} "fixup_cfg1" } } */
/* { dg-final { scan-tree-dump {return v_[0-9]+;} "fixup_cfg1" } } */
