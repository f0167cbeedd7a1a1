/* A load after a store that may be of the same place, but stores what the place holds, still has that; not where the place
   may be stored to in part. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

struct node { struct node *next; struct node **previous; };
struct __attribute__ ((packed)) odd { char c; int i; };

struct node *unlinked (struct node *n)
{
  *n->previous = n->next;
  return n->next;
}
int packed (struct odd *o, int *p) { int i = o->i; *p = i; return o->i - i; }
int other (int *o, int *p, int j) { int i = *o; *p = j; return *o - i; }

/* { dg-final { scan-tree-dump-times {->next;} 1 "fre1" } } */
/* { dg-final { scan-tree-dump-times {= o_[0-9]+\(D\)->i;} 2 "fre1" } } */
/* { dg-final { scan-tree-dump-times {= \*o_[0-9]+\(D\);} 2 "fre1" } } */
