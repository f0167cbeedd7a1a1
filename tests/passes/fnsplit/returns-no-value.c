/* { dg-do compile } */
/* { dg-options "-Os -w -fdump-tree-fnsplit" } */
int foo (void);

/* The program returns nothing: there is no value for what is split off to make. */
int test (int a)
{
  if (a > 100)
    {
      foo ();
      foo ();
      foo ();
      foo ();
      foo ();
      foo ();
      foo ();
      foo ();
    }
}

int main (void)
{
  for (int i = 0; i < 100; i++)
    test (i);
  return 0;
}

/* { dg-final { scan-tree-dump "  test.part.0 \\(\\);" "fnsplit" } } */
