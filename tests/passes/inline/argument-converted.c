/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu89 -fdump-tree-einline" } */

/* An argument that is a constant takes a parameter's place also where it is passed as another type than the parameter has. */
void abort (void);

static inline void
check (c)
     unsigned char c;
{
  if (c != 255)
    abort ();
}

void
f (void)
{
  check (255);
}

/* { dg-final { scan-tree-dump-times "abort \\(\\);" 1 "einline" } } */
