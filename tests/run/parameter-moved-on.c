/* A parameter that is given another pointer: what is loaded through that is not what the caller had loaded.  */
#include <stdio.h>
struct token { struct token *next; int type; };
static struct token *seen[4];
static int count;
__attribute__ ((noipa)) struct token *skip (struct token *t) { return t ? t->next : t; }
__attribute__ ((noipa)) void note (struct token *t) { seen[count++] = t; }
__attribute__ ((noinline)) static int walk (struct token *t, int *n)
{
  t = t->next;
  t = skip (t);
  note (t->next);
  *n += t->type;
  return t->next->type;
}
int main (void)
{
  struct token e = { 0, 5 }, d = { &e, 4 }, c = { &d, 3 }, b = { &c, 2 }, a = { &b, 1 };
  int n = 0, r = walk (&a, &n);
  printf ("%d %d %d\n", r, n, seen[0]->type);
  n = 0, r = walk (&b, &n);
  printf ("%d %d %d\n", r, n, seen[1]->type);
  return 0;
}
