/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-pre" } */

/* The loop starts at the entry: what the join lacks is computed in a block on the edge from there. */
struct chunk
{
  unsigned size;
  int next;
};

void f (struct chunk *first)
{
  struct chunk *cur;
  do
    {
      cur = (struct chunk *) ((char *) first + first->next);
      if ((char *) first + cur->next != (char *) first)
        return;
      first->next = 0;
    }
  while (cur->size != 0);
}

/* { dg-final { scan-tree-dump "pretmp_\[0-9\]+ = first_\[0-9\]+\\(D\\)->next" "pre" } } */
