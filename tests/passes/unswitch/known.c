/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fno-thread-jumps -fno-tree-dominator-opts -fno-tree-vrp -fno-tree-fre -fno-tree-pre -fdump-tree-unswitch-details" } */

/* What was tested on the only way to the loop is not tested again. */
void a (int), b (int);
void f (int n, int p) {
  int i = 0;
  if (p > 5) {
    do { if (p > 5) a (i); else b (i); i++; } while (i < n);
  }
}

/* { dg-final { scan-tree-dump {  a \(i_} "unswitch" } } */
/* { dg-final { scan-tree-dump-not "Unswitching loop on" "unswitch" } } */
/* { dg-final { scan-tree-dump-not "b \\(" "unswitch" } } */
