/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-forwprop1" } */

/* A comparison takes in what it compares only where nothing else needs that; truth values are looked through always. */
void g (int);

void sum (int a)
{
  int b = a + 1;
  g (b);
  if (b > 5)
    g (0);
}

void sum_of_its_own (int a)
{
  int b = a + 1;
  if (b > 5)
    g (0);
}

void truth (int a, int b)
{
  int c = a == b;
  g (c);
  if (c)
    g (0);
}

unsigned quotient (unsigned a)
{
  return a / 8;
}

/* { dg-final { scan-tree-dump "if .b_\[0-9\]+ > 5." "forwprop1" } } */
/* { dg-final { scan-tree-dump "if .a_\[0-9\]+.D. > 4." "forwprop1" } } */
/* { dg-final { scan-tree-dump "Replaced '_\[0-9\]+ != 0' with 'a_\[0-9\]+.D. == b_\[0-9\]+.D.'" "forwprop1" } } */
/* { dg-final { scan-tree-dump " / 8" "forwprop1" } } */
