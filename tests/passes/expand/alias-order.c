/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* Alias sets are numbered as they are first asked for: by `fre1`, for an access before the object it is in. */
struct unused { long a; } u;
struct pair { int first, second; };
int f (struct pair *p) { return p->first + p->second; }
long g (struct unused *q) { return q->a; }

/* { dg-final { scan-rtl-dump {\[1 p_[0-9]+\(D\)->first\+0 S4 A32\]} "expand" } } */
/* { dg-final { scan-rtl-dump {\[3 q_[0-9]+\(D\)->a\+0 S8 A64\]} "expand" } } */
