/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cfg" } */

/* Listing 2-4: leaders are the first statement, the targets of jumps, and what follows a jump. */
int factor (int n)
{
  int ret = 1;
  while (n > 1)
    {
      ret *= n;
      n--;
    }
  return ret;
}

/* { dg-final { scan-tree-dump-times "<bb 2> :" 1 "cfg" } } */
/* { dg-final { scan-tree-dump ";; 2 loops found" "cfg" } } */
/* { dg-final { scan-tree-dump ";;  header 4, latch 3" "cfg" } } */
/* { dg-final { scan-tree-dump "if \\(n > 1\\)\n    goto <bb 3>; .INV.\n  else\n    goto <bb 5>; .INV." "cfg" } } */
