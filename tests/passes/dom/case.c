/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-vrp -fdump-tree-dom2" } */

/* A case that one value leads to says what the index is; one that two lead to does not. */
void g (int);

void f (int a)
{
  switch (a)
    {
    case 1: g (a); g (101); break;
    case 4: case 9: g (a); g (104); break;
    case 12: g (a); g (112); break;
    case 20: g (5); break;
    }
}

/* { dg-final { scan-tree-dump "g \\(1\\);" "dom2" } } */
/* { dg-final { scan-tree-dump "g \\(12\\);" "dom2" } } */
/* { dg-final { scan-tree-dump-times "g \\(a_" 1 "dom2" } } */
