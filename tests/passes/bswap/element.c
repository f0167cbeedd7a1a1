/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

struct q { unsigned short a, b; };
struct q all[9];

unsigned
f (long i)
{
  return all[i].a | (unsigned) all[i].b << 16;
}

/* { dg-final { scan-tree-dump {_\d+ = &all \+ _\d+;\n  _\d+ = MEM <unsigned int> \[\(short unsigned int \*\)_\d+\];} "bswap" } } */
