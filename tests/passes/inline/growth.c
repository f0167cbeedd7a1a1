/* What may grow the caller by a few instructions does so only if it calls nothing, cheap builtins apart; what moves
   parameters and results about goes away. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline-details -fno-partial-inlining" } */
extern void abort (void);
int a[10];

void stores (void) { a[0] = 1; a[1] = 2; a[2] = 3; a[3] = 4; a[4] = 5; }
void stores_and_stops (int x)
{
  a[0] = 1;
  a[1] = 2;
  a[2] = 3;
  if (a[x] == 4)
    abort ();
}
int counts (int x) { a[0] = 1; a[1] = 2; return __builtin_ctz (x) + __builtin_ctz (x + 1); }
int through_pointer (int (*p) (int), int x) { return p (x); }
struct pair { long x, y; };
void fields (struct pair *p, long x, long y) { p->x = x; p->y = y; a[0] = 1; }

void first (void) { stores (); }
void second (void) { stores_and_stops (1); }
int third (int x) { return counts (x); }
int fourth (int (*p) (int)) { return through_pointer (p, 1); }
void fifth (struct pair *p) { fields (p, 1, 2); }
/* { dg-final { scan-tree-dump "Inlining stores/\\d+ into first/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump-not "into second/" "einline" } } */
/* { dg-final { scan-tree-dump "Inlining counts/\\d+ into third/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump "Inlining through_pointer/\\d+ into fourth/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump "Inlining fields/\\d+ into fifth/\\d+" "einline" } } */
