/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-switchlower_O0-details" } */

/* Where nothing is known of likelihood the greatest value is compared first, and all others are on one side of it. */
int f (int a)
{
  switch (a)
    {
    case 1: return 3;
    case 20: return 5;
    case 300: return 7;
    case 4000: return 9;
    }
  return a;
}

/* { dg-final { scan-tree-dump {;; {22}1 .*\n;; {29}20 .*\n;; {15}300 .*\n;; {8}4000 } "switchlower_O0" } } */
/* { dg-final { scan-tree-dump {if \(a_\d+\(D\) == 4000\)\n[^\n]*\n[^\n]*\n[^\n]*\n\n[^\n]*\n  if \(a_\d+\(D\) > 4000\)} "switchlower_O0" } } */
/* { dg-final { scan-tree-dump {if \(a_\d+\(D\) == 300\)\n[^\n]*\n[^\n]*\n[^\n]*\n\n[^\n]*\n  if \(a_\d+\(D\) > 300\)} "switchlower_O0" } } */
