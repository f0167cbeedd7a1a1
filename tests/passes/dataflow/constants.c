/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=constants -fdump-tree-dataflow" } */

/* Where ways meet a variable is constant if it is the same constant on each. */
int f (int a)
{
  int same, other;
  if (a)
    {
      same = 4;
      other = 5;
    }
  else
    {
      same = 4;
      other = 6;
    }
  return same + other;
}

/* { dg-final { scan-tree-dump {<bb 5> in: a=⊥ same=4 other=⊥} "dataflow" } } */
