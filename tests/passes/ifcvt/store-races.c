/* { dg-do run } */
/* { dg-options "-O2 -fallow-store-data-races -fdump-tree-ifcvt" } */

/* Nobody else looks: what was there is stored again. */
int b[64], a[64];
__attribute__ ((noinline)) void f (void) {
  for (int i = 0; i < 64; i++)
    if (a[i] > 5)
      b[i] = a[i] + 7;
}

int main (void) {
  for (int i = 0; i < 64; i++)
    a[i] = i % 11, b[i] = -i;
  f ();
  for (int i = 0; i < 64; i++)
    if (b[i] != (i % 11 > 5 ? i % 11 + 7 : -i))
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
/* { dg-final { scan-tree-dump "LOOP_VECTORIZED" "ifcvt" } } */
/* { dg-final { scan-tree-dump "_ifc__\[0-9\]+ = b\\\[i_\[0-9\]+\\\];" "ifcvt" } } */
