/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre" } */

/* What is inserted is not put together anew from what its operands are made of. */
struct b { unsigned char inside; struct b *before; };
struct s { unsigned char inside; struct b *last; };
void h (struct s *);
int f (struct s *s, struct b *b)
{
  int inside = b->before && b->before->inside != 0;
  b->inside = inside;
  h (s);
  return inside;
}
/* { dg-final { scan-tree-dump "_(\[0-9\]+) = \\(int\\) _\[0-9\]+;\[^;\]*= \\(unsigned char\\) _\\1;" "pre" } } */
