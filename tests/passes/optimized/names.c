/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Names are declared once each, by number, after the variables that names are of. */
unsigned g (unsigned);
unsigned f (unsigned a, char b)
{
  unsigned x = g (a) * 3;
  return x - g (b);
}

/* { dg-final { scan-tree-dump {\n  unsigned int x;\n  unsigned int _1;\n  unsigned int _2;\n  unsigned int _3;\n  unsigned int _\d+;\n\n} "optimized" } } */
