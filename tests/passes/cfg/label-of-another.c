/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-optimized" } */

/* The jump cannot go to the label of the function that is inlined. */
void *a;

void foo (void)
{
  if ((a = &&l))
    return;
l:;
}

int main (void)
{
  foo ();
  goto *a;
}

/* { dg-final { scan-tree-dump "main" "optimized" } } */
