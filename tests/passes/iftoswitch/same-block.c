/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-iftoswitch" } */

/* All cases lead to one block: a word of bits. */

void g (void);

void
vowel (char c)
{
  if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
    g ();
}

/* { dg-final { scan-tree-dump {switch \(c_\d\(D\)\) <default: <L\d+> \[INV\], case 97: <L(\d+)> \[INV\], case 101: <L\1> \[INV\], case 105: <L\1> \[INV\], case 111: <L\1> \[INV\], case 117: <L\1> \[INV\]>} "iftoswitch" } } */
/* { dg-final { scan-assembler-times {\mbgtu\M} 1 } } */
