/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre-details" } */

/* i + 1 at the header is the next i: a phi for it would be a second counter. */
extern void g (int);
void f (int n)
{
  int i = 0;
  for (;;)
    {
      g (i + 1);
      i++;
      if (i == n)
        return;
    }
}

/* { dg-final { scan-tree-dump {i_[0-9]+ \+ 1;} "pre" } } */
/* { dg-final { scan-tree-dump-not "Created phi" "pre" } } */
