/* Places at which it is not worth splitting a function, or not possible. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit-details" } */
void use (int);
void look (int *);
int get (int);
int often (int x) { if (x < 0) { use (x); use (x + 1); use (x + 2); use (x + 3); } use (1); return get (3); }
int small (int x) { if (x == 77) use (1); return 4; }
int computed (int x) { int y = get (x); if (x != 77) return y; use (y); use (y + 1); use (y + 2); return get (2); }
int shared (int x)
{
  int a[4];
  look (a);
  if (x != 77)
    return 3;
  look (a);
  use (a[1]);
  use (a[2]);
  use (a[3]);
  return get (2);
}
int in_memory (int x)
{
  if (get (1) != 77)
    return 3;
  look (&x);
  use (1);
  use (2);
  use (3);
  return get (2);
}
int large (int x)
{
  use (x);
  use (x + 1);
  use (x + 2);
  use (x + 3);
  use (x + 4);
  use (x + 5);
  use (x + 6);
  use (x + 7);
  if (x != 77)
    return 3;
  use (1);
  use (2);
  use (3);
  return get (2);
}
int h (int x)
{
  return often (x) + often (x + 1) + small (x) + small (x + 1) + computed (x) + computed (x + 1) + shared (x)
         + shared (x + 1) + in_memory (x) + in_memory (x + 1) + large (x) + large (x + 1);
}
/* { dg-final { scan-tree-dump-not "Splitting function at" "fnsplit" } } */
/* { dg-final { scan-tree-dump "Refused: incoming frequency is too large." "fnsplit" } } */
/* { dg-final { scan-tree-dump "Refused: split size is smaller than call overhead" "fnsplit" } } */
/* { dg-final { scan-tree-dump "Refused: need to pass non-param values" "fnsplit" } } */
/* { dg-final { scan-tree-dump "Refused: split part has non-ssa uses" "fnsplit" } } */
/* { dg-final { scan-tree-dump "Refused: header size is too large for inline candidate" "fnsplit" } } */
/* { dg-final { scan-tree-dump "Cannot split: use of non-ssa function parameter." "fnsplit" } } */
/* { dg-final { scan-tree-dump "but cannot split" "fnsplit" } } */
