/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2" } */

/* What a header's copy runs is taken from the header; the names of memory are renamed like others. */
void g (int);

void f (int *p, int n)
{
  for (int i = 0; i < n; i++)
    g (p[i]);
}

/* { dg-final { scan-tree-dump ";; 2 loops found" "ch2" } } */
/* { dg-final { scan-tree-dump {\n\.MEM_\d+ -> \{ \.MEM_\d+ \}} "ch2" } } */
/* { dg-final { scan-tree-dump "local count: 955630225" "ch2" } } */
/* { dg-final { scan-tree-dump-not "Symbols to be put" "ch2" } } */
