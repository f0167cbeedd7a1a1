/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1" } */

/* A check that cannot fail goes. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

void f (int n)
{
  char *p = big;
  if (n)
    p = big + 4;
  __builtin___strcpy_chk (p, "hello", __builtin_object_size (p, 0));
}

/* { dg-final { scan-tree-dump "__builtin_memcpy \\(p_\[0-9\]+, \"hello\", 6\\)" "objsz1" } } */
