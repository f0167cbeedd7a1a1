/* Where names are rewritten, -stats counts what there is in SSA form.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp-stats" } */

struct list { int value; struct list *next; };

int
sum (struct list *p, int n)
{
  int i, r = 0;
  for (i = 0; i < n; i++)
    {
      if (p->value > 3)
        r += p->value;
      else if (p->value < 10 && n > 4)
        r -= n * 2;
      p = p->next;
    }
  return r;
}

/* { dg-final { scan-tree-dump "DFA Statistics for sum\n\n" "evrp" } } */
/* { dg-final { scan-tree-dump "USE operands +14 +112 \n" "evrp" } } */
/* { dg-final { scan-tree-dump "PHI arguments +11 +528 \n" "evrp" } } */
/* { dg-final { scan-tree-dump "Average number of arguments per PHI node: 2.2 \\(max: 4\\)" "evrp" } } */
