/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-retslot" } */

/* Not what a pointer leads to. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
void f (struct big *p) { *p = make (1); }

/* { dg-final { scan-tree-dump {\*p_[0-9]+\(D\) = make \(1\);} "retslot" } } */
/* { dg-final { scan-tree-dump-not "return slot" "retslot" } } */
