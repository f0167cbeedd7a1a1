/* Two choices that the same condition makes between equal values are equal, in whatever blocks they are made; what is undefined
   otherwise may be the same thing. A condition turned round says the same the other way round. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-fre1-details -fno-thread-jumps" } */
int undefined_otherwise (int b, int x)
{
  int i, j;
  if (b)
    i = x;
  if (b)
    j = x;
  return i == j;
}

int turned_round (int b, int x, int y)
{
  int i, j;
  if (b == 3)
    i = x;
  else
    i = y;
  if (b != 3)
    j = y;
  else
    j = x;
  return i - j + 1;
}

/* Here the arms are the other way round: nothing is equal. */
int exchanged (int b, int x, int y)
{
  int i, j;
  if (b)
    i = x;
  else
    i = y;
  if (b)
    j = y;
  else
    j = x;
  return i - j + 1;
}
/* { dg-final { scan-tree-dump-times "Replaced redundant PHI node defining j_" 2 "fre1" } } */
/* { dg-final { scan-tree-dump-times "return 1;" 2 "fre1" } } */
/* { dg-final { scan-tree-dump-times "\n  _\[0-9\]+ = i_\[0-9\]+ - j_" 1 "fre1" } } */
