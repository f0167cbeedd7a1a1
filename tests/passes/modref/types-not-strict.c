/* { dg-do run } */
/* { dg-options "-O2 -fno-strict-aliasing" } */
extern void abort (void);

/* Types say nothing if one says so. */
__attribute__ ((noinline)) void set_int (int **p) { **p = 0; }
__attribute__ ((noinline)) float other (float *f, int **p) { *f = 2.0f; set_int (p); return *f; }

int main (void)
{
  float f;
  int *p = (int *) &f;
  if (other (&f, &p) != 0.0f)
    abort ();
  return 0;
}
