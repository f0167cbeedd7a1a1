/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* Memory that has just been written may be written again.  */

void
f (int *p, int a)
{
  *p = 1;
  if (a)
    *p = a;
}

/* { dg-final { scan-tree-dump {Conditional store replacement happened!\nReplaced the store with a load.\nInserted a new PHI statement in joint block:} "cselim" } } */
/* { dg-final { scan-tree-dump {cstore_\d+ = MEM <int> \[\(void \*\)p_3\(D\)\];} "cselim" } } */
/* { dg-final { scan-tree-dump {# (cstore_\d+) = PHI <cstore_\d+\(3\), a_5\(D\)\(2\)>\n  MEM <int> \[\(void \*\)p_3\(D\)\] = \1;} "cselim" } } */
