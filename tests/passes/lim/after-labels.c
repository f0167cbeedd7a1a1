/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2" } */

/* Where only the loop leads to a block, the block is split and the flag is asked for between its φs and the rest; a block
   that others lead to as well is where the ways meet.  */
int g, h;
int f (void)
{
  int i = 0;
  do
    if (i & 4)
      g = i;
  while (++i < 6);
  return h;
}

int f1 (int n)
{
  for (int i = 0; i < n; i++)
    if (i & 4)
      g = i;
  return h;
}

/* { dg-final { scan-tree-dump "<bb 6> .local count: 178992760.:\n  # g_lsm\[^\n\]*\n  # g_lsm_flag\[^\n\]*\n\n  <bb 9> .local count: 178992760.:\n  if" "lim2" } } */
/* { dg-final { scan-tree-dump "<bb 10> .local count: 119328506.:\n  g = " "lim2" } } */
/* { dg-final { scan-tree-dump-not "<bb 10> .local count: 105119324.:\n\n" "lim2" } } */
