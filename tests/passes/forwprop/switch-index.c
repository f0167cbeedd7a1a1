/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* A switch needs no conversion of its index that can have all values of the cases. */

int
narrow (unsigned char c)
{
  switch (c)
    {
    case 1: return 7;
    case 255: return 9;
    case 70: return 13;
    }
  return 0;
}

int
beyond (unsigned s)
{
  switch ((int) s)
    {
    case 1: return 7;
    case -1: return 9;
    case 70: return 13;
    }
  return 0;
}

/* { dg-final { scan-tree-dump {switch \(c_\d+\(D\)\)} "forwprop1" } } */
/* { dg-final { scan-tree-dump-not {switch \(s_\d+\(D\)\)} "forwprop1" } } */
