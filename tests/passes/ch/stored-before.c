/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

/* In the copied test nothing is known of what was stored before it.  */
int j, k;
void f (void)
{
  for (j = 0; j <= 5; j++)
    k = j;
}

/* { dg-final { scan-tree-dump "if \\(j.\[0-9\]+_\[0-9\]+ <= 5\\)\n    goto <bb 3>; \\\[89.00%\\\]\n  else\n    goto <bb \[0-9\]+>; \\\[11.00%\\\]\n\n  <bb 3>" "ch2" } } */
