/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra-details" } */

/* A packed structure is split up as any other. */
struct odd { char c; int i; } __attribute__ ((packed));

int f (char c, int i)
{
  struct odd s;
  s.c = c;
  s.i = i;
  return s.c + s.i;
}

/* { dg-final { scan-tree-dump-times "Created a replacement" 2 "esra" } } */
