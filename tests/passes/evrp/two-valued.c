/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A sum with something that has two values, which is only tested, is a choice. */
void g (void);
void f (unsigned i, unsigned n) { if (i <= 1 && i + 15 == n) g (); }

/* { dg-final { scan-tree-dump " = i_\[0-9\]+\\(D\\) == 0 \\? 15 : 16;" "evrp" } } */
