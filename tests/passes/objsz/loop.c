/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1-details" } */

/* A pointer that moves on in a loop has at most the whole object before it. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int n)
{
  char *p = big;
  while (n--)
    {
      p++;
      use (p);
    }
  return __builtin_object_size (p, 0);
}

/* { dg-final { scan-tree-dump "Found a dependency loop at p_" "objsz1" } } */
/* { dg-final { scan-tree-dump " to 20" "objsz1" } } */
