/* C as it was: K&R definitions, implicit int, implicit declarations, unprototyped calls. */
/* { dg-options "-std=gnu89 -w" } */

count;

add (a, b)
{
  return a + b;
}

double scale (x, n, f)
     double x;
     char n;
     float f;
{
  register i;
  for (i = 0; i < n; i++)
    x = x * f;
  return x;
}

static twice (p)
     int *p;
{
  *p *= 2;
}

char *pick (list, i)
     char *list[];
     short i;
{
  return list[i];
}

main (argc, argv)
     char **argv;
{
  auto x = 5;
  char *list[2];
  list[0] = "zero", list[1] = "one";
  twice (&x);
  printf ("%d %d %d\n", add (2, 3), x, count);
  printf ("%g\n", scale (2.0, 3, 1.5));
  printf ("%s %s\n", pick (list, 0), pick (list, argc));
  printf ("%d\n", later (7));
  return 0;
}

later (n)
{
  return n * n;
}
