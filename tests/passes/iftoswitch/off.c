/* { dg-do compile } */
/* { dg-options "-O2 -fno-jump-tables -fno-bit-tests -fdump-tree-switchconv" } */

int
vowel (char c)
{
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

/* { dg-final { scan-tree-dump {if \(c_[0-9]+\(D\) == 105\)} "switchconv" } } */
/* { dg-final { scan-tree-dump-not {switch} "switchconv" } } */
