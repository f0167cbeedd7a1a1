/* What moves by three until it meets an address meets it after the difference times the inverse of three. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (char *p, char *e)
{
  for (; p != e; p += 3)
    g ();
}

/* { dg-final { scan-tree-dump "\\* 12297829382473034411, bounded by 6148914691236517205" "profile_estimate" } } */
