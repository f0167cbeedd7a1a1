/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fno-tree-dominator-opts -fno-tree-vrp -fdump-tree-split-paths-details" } */

/* On one way the join knows what the flag is. */
void foo (void), bar (void);
int sink[100];
void f (int n, int flag) {
  int i = 0;
  do {
    if (flag != 0) { foo (); bar (); }
    else { bar (); foo (); foo (); }
    sink[i++] = flag;
    flag = sink[i];
  } while (i < n);
}

/* { dg-final { scan-tree-dump-times "Duplicating join block" 1 "split-paths" } } */
