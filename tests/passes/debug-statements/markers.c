/* Each statement of the source is marked where it begins: declarations, loops with their conditions and steps, an `if` in an
   `else`, the end of an empty block; not a mere semicolon that is the body of an `if` or a loop. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-gimple-lineno" } */

extern void g (int);
void f (int n, int a)
{
  int x = 3;
  for (int i = 0; i < n; i++)
    g (x);
  if (n)
    ;
  else if (a)
    {
    }
  while (a > 5) ;
  do
    a--;
  while (a);
}

/* { dg-final { scan-tree-dump "markers.c:9:3\\\] # DEBUG BEGIN_STMT\n *.\[^\n\]*:9:7\\\] x = 3" "gimple" } } */
/* { dg-final { scan-tree-dump "markers.c:10:8\\\] # DEBUG BEGIN_STMT\n *.\[^\n\]*i = 0" "gimple" } } */
/* { dg-final { scan-tree-dump "markers.c:10:27\\\] # DEBUG BEGIN_STMT\n *.\[^\n\]*i = i \\+ 1" "gimple" } } */
/* { dg-final { scan-tree-dump "markers.c:10:21\\\] # DEBUG BEGIN_STMT\n *.\[^\n\]*if \\(i < n\\)" "gimple" } } */
/* { dg-final { scan-tree-dump "markers.c:14:8\\\] # DEBUG BEGIN_STMT\n *.\[^\n\]*if \\(a != 0\\)" "gimple" } } */
/* { dg-final { scan-tree-dump "markers.c:16:5\\\] # DEBUG BEGIN_STMT" "gimple" } } */
/* { dg-final { scan-tree-dump-times "DEBUG BEGIN_STMT" 14 "gimple" } } */
