/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* What a restrict-qualified parameter points to is an object of its own, and what the pointers in it point to. */

struct list { struct list *restrict next; int value; };

int
f (int *restrict p, struct list *restrict l)
{
  *p = 3;
  return l->next->value;
}

/* { dg-final { scan-tree-dump {p = &PARM_NOALIAS\(\d+\)} "ealias" } } */
/* { dg-final { scan-tree-dump {l = &PARM_NOALIAS\.0\+64} "ealias" } } */
/* { dg-final { scan-tree-dump {PARM_NOALIAS\(\d+\) = &NONLOCAL} "ealias" } } */
/* { dg-final { scan-tree-dump {p_\d+\(D\), points-to NULL, points-to vars: \{ D\.\d+ \} \(nonlocal, restrict\)} "ealias" } } */
