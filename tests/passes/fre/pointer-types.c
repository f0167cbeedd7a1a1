/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* Pointers to different types are not stored over each other, pointers to void may be any. A part of a union that is stored
   over by what it holds keeps its value. */

struct A { struct A *next; struct A **prev; };
struct B { union { struct B *next; long l; } u; struct B **prev; };

/* { dg-final { scan-tree-dump-times "uv_\[0-9\]+\\(D\\)->prev" 1 "fre1" } } */
long other_pointer (struct A *uv, struct A **p)
{
  struct A **before = uv->prev;
  *p = 0;
  return uv->prev == before;
}

/* { dg-final { scan-tree-dump-times "vo_\[0-9\]+\\(D\\)->prev" 2 "fre1" } } */
long any_pointer (struct A *vo, void **p)
{
  struct A **before = vo->prev;
  *p = 0;
  return vo->prev == before;
}

/* { dg-final { scan-tree-dump-times "un_\[0-9\]+\\(D\\)->u.next" 1 "fre1" } } */
long part_of_union (struct B *un, struct B **p)
{
  *p = un->u.next;
  return un->u.next != 0;
}
