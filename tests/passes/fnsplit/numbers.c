/* What a unit refers to without defining it gets its numbers in the order in which functions turn out to be needed, and
   each copy that inlining leaves beside its original takes one. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fnsplit -fdump-tree-ccp2 -fdump-tree-einline" } */
extern int variable, array[];
void first (int), second (void), initial (void), fourth (void), fifth (int);
int third (int);
static int kept;
void (*pointer) (void) = initial;
int f (int x)
{
  if (x)
    first (variable);
  else
    array[x] = third (x);
  return x + kept;
}
static inline int g (int a)
{
  if (a)
    second ();
  return a ? f (a) : __builtin_popcount (a);
}
static int h (int x)
{
  if (x < 3)
    {
      fifth (x);
      return 3;
    }
  fourth ();
  return x;
}
int all (int x) { __builtin_puts ("x"); return g (x) + h (2) + h (x); }
void split (int *p)
{
  if (!p)
    return;
  first (p[0]);
  first (p[1]);
  first (p[2]);
  p[3] = third (p[0] + variable);
  while (p[4])
    first (p[5]);
}
void twice (int *p) { split (p); split (p + 1); }
/* { dg-final { scan-tree-dump "Introduced new external node .__builtin_unreachable/19.." "einline" } } */
/* { dg-final { scan-tree-dump "Function split.part.0 .split.part.0, funcdef_no=6, decl_uid=\[0-9\]+, cgraph_uid=17, symbol_order=20." "ccp2" } } */
