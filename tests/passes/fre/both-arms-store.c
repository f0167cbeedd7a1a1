/* Stores in both arms end at states of which none is above the join; what they do not touch is read as before. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-pre -fno-code-hoisting -fdump-tree-fre1" } */
struct value { long n; char tag; };
struct stack { char pad; struct value *top; };

long f (struct stack *s, int b)
{
  struct value *before = s->top;
  if (b)
    before->n = 1;
  else
    before->n = 17;
  return before - s->top;
}

/* A store in one arm touches it: the second load of g stays. */
long g (struct stack *s, struct value *other, int b)
{
  struct value *before = s->top;
  if (b)
    s->top = other;
  else
    before->n = 17;
  return before == s->top;
}
/* { dg-final { scan-tree-dump-times "= s_\[0-9\]+\\(D\\)->top" 3 "fre1" } } */
