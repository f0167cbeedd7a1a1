/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* What is overwritten at the begin or the end of a store is not stored; what is read between stays. */
struct s { int head[3]; int mid; int tail[4]; } g;
void use (void *);

void
cleared (void)
{
  struct s a;
  __builtin_memset (&a, 0, sizeof a);
  a.head[0] = a.head[1] = a.head[2] = 1;
  use (&a);
}

void
constructor (int n)
{
  struct s b = { .tail = { [3] = n } };
  use (&b);
}

void *
result (char *p)
{
  char *q = __builtin_memset (p, 1, 32);
  *(int *) p = 7;
  use (p);
  return q;
}

void
all_of_it (void)
{
  struct s c;
  __builtin_memset (&c, 0, 8);
  c.head[0] = 1;
  c.head[1] = 2;
  use (&c);
}

/* { dg-final { scan-tree-dump "Trimming statement \\(head = 12, tail = 0\\): __builtin_memset \\(&a, 0, 32\\);" "dse1" } } */
/* { dg-final { scan-tree-dump "__builtin_memset \\(&MEM.*\\\[\\(void \\*\\)&a \\+ 12B\\\], 0, 20\\);" "dse1" } } */
/* { dg-final { scan-tree-dump "Trimming statement \\(head = 0, tail = 4\\): b = {};" "dse1" } } */
/* { dg-final { scan-tree-dump "MEM <char\\\[28\\\]> \\\[\\(struct s \\*\\)&b\\\] = {};" "dse1" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ = p_\[0-9\]+\\(D\\) \\+ 4;\n  __builtin_memset \\(_\[0-9\]+, 1, 28\\);" "dse1" } } */
/* { dg-final { scan-tree-dump "Deleted dead call: __builtin_memset \\(&c, 0, 8\\);" "dse1" } } */
/* { dg-final { scan-tree-dump-times "Trimming statement" 3 "dse1" } } */
