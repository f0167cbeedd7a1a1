/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1" } */

/* What is added to a pointer is a number of bytes. */

char *
end (char *p)
{
  if (!*p)
    return p;
  return end (p + 1) + 1;
}

/* { dg-final { scan-tree-dump {sizetype add_acc_\d+;} "tailr1" } } */
/* { dg-final { scan-tree-dump {acc_tmp_13 = p_7 \+ add_acc_11;\s+return acc_tmp_13;} "tailr1" } } */
