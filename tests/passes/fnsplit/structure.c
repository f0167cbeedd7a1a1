/* A structure is returned in place; what is only used in the part is a variable of the part. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
struct large { int field[12]; };
int calls;
void __attribute__ ((noipa)) fill (int *p, int n) { calls++; while (n--) p[n] = n + 3; }
struct large make (int x)
{
  struct large s = { { 0 } };
  if (x == 77)
    {
      fill (s.field, 12);
      fill (s.field + 1, 3);
      fill (s.field + 2, 3);
      fill (s.field + 4, 3);
    }
  return s;
}
struct large get (int x)
{
  struct large s;
  if (x == 100)
    {
      fill (s.field, 12);
      fill (s.field + 1, 3);
      fill (s.field + 2, 3);
      fill (s.field + 4, 3);
    }
  return s;
}
int __attribute__ ((noipa)) test (int x) { return make (x).field[3] + make (x + 1).field[4]; }
int __attribute__ ((noipa)) test2 (int x) { return get (x).field[3] + get (x).field[7]; }
int main (void) { return test (77) != 4 || test (3) != 0 || calls != 4 || test2 (100) != 14; }
/* { dg-final { scan-tree-dump "s = get.part.0 \\(\\); .return slot optimization." "fnsplit" } } */
/* { dg-final { scan-tree-dump-not "make.part" "fnsplit" } } */
