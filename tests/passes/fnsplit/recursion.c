/* A function that calls itself from what is split off: the calls of itself do not count while it is looked at. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-fnsplit" } */
struct tree { struct tree *left, *right; int value; };
int total;
void __attribute__ ((noipa)) add (int x) { total += x; }
void walk (struct tree *t)
{
  if (!t)
    return;
  walk (t->left);
  add (t->value);
  walk (t->right);
  add (1);
}
void __attribute__ ((noipa)) both (struct tree *a, struct tree *b) { walk (a); walk (b); }
int main (void)
{
  struct tree a = { 0, 0, 10 }, b = { 0, 0, 20 }, c = { &a, &b, 30 };
  both (&c, &a);
  return total != 74;
}
/* { dg-final { scan-tree-dump "walk.part.0" "fnsplit" } } */
