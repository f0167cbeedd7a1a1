/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-vrp -fno-tree-forwprop -fdump-tree-dom2-details" } */

/* What a sum is says what its operand is, through a conversion that loses nothing. */
void g (int);
int k;

void f (unsigned char c)
{
  int a = c;
  int s = a + 4;
  k = s;
  if (s == 9)
    g (c);
}

/* { dg-final { scan-tree-dump "COPY c_\[0-9\]*\\(D\\) = 5" "dom2" } } */
