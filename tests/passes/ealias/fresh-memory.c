/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* Memory of the library's functions holds nothing when it is fresh, that of others perhaps what anybody knows. */

void *own (int) __attribute__ ((malloc));

int
f (int **p)
{
  int **a = __builtin_malloc (8);
  int **b = own (8);
  *a = *p;
  **b = 3;
  return **a;
}

/* { dg-final { scan-tree-dump {a_\d+ = &HEAP\(\d+\)} "ealias" } } */
/* { dg-final { scan-tree-dump {HEAP\((\d+)\) = &?NONLOCAL\nb_\d+ = &HEAP\(\1\)} "ealias" } } */
/* { dg-final { scan-tree-dump {a_\d+, points-to NULL, points-to vars: \{ D\.\d+ \}\n} "ealias" } } */
