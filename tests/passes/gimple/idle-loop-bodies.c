/* What a loop repeats and has no effect is left out; `do {} while (0)` elsewhere is an empty statement.  */
/* { dg-do compile } */
/* { dg-options "-fdump-tree-original" } */
void g (void);
void body (int n) { for (int i = 0; i < n; i++) do {} while (0); }
void both (int n) { while (n) do {} while (0); do {} while (0); }
void step (int n, int i) { for (; n; i) g (); }
void value (int n) { do { n; } while (n); }
/* { dg-final { scan-tree-dump-times "\\(void\\) 0;" 1 "original" } } */
/* { dg-final { scan-tree-dump-not "\n *\[in\];" "original" } } */
