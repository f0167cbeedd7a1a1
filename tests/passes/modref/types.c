/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
extern void abort (void);
union u { int i; float f; };

/* Where a function writes an int, no float changes, wherever it is; but what is written by way of a union may. */
__attribute__ ((noinline)) void set_int (int **p) { **p = 1; }
__attribute__ ((noinline)) void set_union (union u **p) { (*p)->i = 1; }
__attribute__ ((noinline)) float other (float *f, int **p) { *f = 2.0f; set_int (p); return *f; }
__attribute__ ((noinline)) float same (union u *u, union u **p) { u->f = 2.0f; set_union (p); return u->f; }

int main (void)
{
  int i;
  int *pi = &i;
  float f;
  union u u;
  union u *pu = &u;
  if (other (&f, &pi) != 2.0f || same (&u, &pu) == 2.0f)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "return 2.0e\\+0;" 1 "optimized" } } */
