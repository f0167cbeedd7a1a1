/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

/* Two tests at the head of a loop are both copied. */
int f (const char *p, const char *e)
{
  int n = 0;
  while (p < e && *p != 'x')
    {
      p++;
      n += 3;
    }
  return n;
}

/* { dg-final { scan-tree-dump-times "is now do-while loop" 1 "ch2" } } */
/* { dg-final { scan-tree-dump "Duplicating header of the loop 1 up to edge 4->5, 5 insns" "ch2" } } */
