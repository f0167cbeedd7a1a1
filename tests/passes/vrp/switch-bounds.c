/* Of the cases of a switch those parts go that its index does not have.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp1" } */

void bar (void), baz (void);
void within (int i)
{
  if (i >= 2 && i <= 8)
    switch (i) { case 1: case 2: bar (); break; case 7: case 8: case 9: baz (); break; }
}
void outside (int i)
{
  if (i < 22 || i > 28)
    switch (i) { case 21: case 22: bar (); break; case 27: case 28: case 29: baz (); break; }
}
/* What is left of this one is not one stretch.  */
void between (int i)
{
  if (i != 35)
    switch (i) { case 31: case 32: bar (); break; case 34: case 35: case 36: baz (); break; }
}

/* { dg-final { scan-tree-dump "case 2: .* case 7 ... 8: " "vrp1" } } */
/* { dg-final { scan-tree-dump "case 21: .* case 29: " "vrp1" } } */
/* { dg-final { scan-tree-dump "case 31 ... 32: .* case 34 ... 36: " "vrp1" } } */
