/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-dominator-opts -fno-tree-fre -fno-tree-vrp -fno-tree-pre -fdump-tree-optimized" } */

/* See equal-to-constant.c. */
void g (int);

void f (int a)
{
  if (a == 5)
    g (a * 3);
}

/* { dg-final { scan-tree-dump {a_[0-9]+\(D\) \* 3;} "optimized" } } */
/* { dg-final { scan-tree-dump-not "g \\(15\\)" "optimized" } } */
