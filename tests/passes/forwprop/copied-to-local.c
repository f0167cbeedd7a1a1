/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1 -fdump-tree-forwprop2" } */

/* Arrays of bytes of a function begin at a word, which is settled after functions are inlined: a word is copied at once then. */
extern unsigned hash (char *, unsigned long);
unsigned f (void *h)
{
  char buff[24];
  int at = 0;
  unsigned long t = (unsigned long) h;
  __builtin_memcpy (buff + at, &t, sizeof t);
  at += sizeof t;
  t = (unsigned long) &hash;
  __builtin_memcpy (buff + at, &t, sizeof t);
  return hash (buff, at + sizeof t);
}

/* { dg-final { scan-tree-dump "memcpy \\(" "forwprop1" } } */
/* { dg-final { scan-tree-dump-not "memcpy \\(" "forwprop2" } } */
