/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* Where a conversion wraps, nothing is looked through it. */
unsigned f (unsigned char s, unsigned c) { unsigned char t = s + 1; return (c + s * 4u) ^ (c + t * 4u); }

/* { dg-final { scan-tree-dump {_[0-9]+ \* 4;} "slsr" } } */
/* { dg-final { scan-tree-dump-not "Replacing" "slsr" } } */
