/* A copy through a pointer into a variable of this file is one access where what is added keeps it aligned; through any
   pointer it stays.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

static unsigned char bytes[64];
void fill (unsigned char *);

unsigned f (int i)
{
  unsigned k;
  fill (bytes);
  __builtin_memcpy (&k, bytes + 4 * i, 4);
  return k;
}

unsigned g (unsigned char *p, int i)
{
  unsigned k;
  __builtin_memcpy (&k, p + 4 * i, 4);
  return k;
}

/* { dg-final { scan-tree-dump {= MEM <unsigned int> \[\(char \* \{ref-all\}\)_} "forwprop1" } } */
/* { dg-final { scan-tree-dump-times {memcpy \(&k} 1 "forwprop1" } } */
