/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple" } */

/* A switch within another is in braces if a label for its end comes after it. */

void g (int);

/* { dg-final { scan-tree-dump "\n    switch \\(y\\)" "gimple" } } */
void f (int x, int y)
{
  switch (x)
    {
    case 1:
      switch (y)
        {
        case 0:
          g (1);
          break;
        case 1:
          g (2);
        }
      g (3);
      break;
    case 2:
      g (4);
    }
}
