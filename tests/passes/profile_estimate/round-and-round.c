/* { dg-do compile } */
/* { dg-options "-O2 -fno-strict-overflow -fdump-tree-profile_estimate" } */

/* How often a pointer that may wrap goes round is more than any number says. */
void work (void);
void once (char *at)
{
  char *const end = at;
  do
    {
      work ();
      at += 4;
    }
  while (at < end);
}

/* { dg-final { scan-tree-dump "99.00%" "profile_estimate" } } */
