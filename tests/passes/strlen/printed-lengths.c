/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1-details -fdump-tree-optimized" } */

/* Strings are as long as what is known to be stored at least, and end in their arrays. */
void *memcpy (void *, const void *, __SIZE_TYPE__);
int snprintf (char *, __SIZE_TYPE__, const char *, ...);
void missed (void);
extern char any[], four[4];
void precise (void)
{
  memcpy (any, "123", 3);
  if (snprintf (0, 0, "%.3s%.2s", any, any) != 5)
    missed ();
}
void within (void)
{
  memcpy (four, "1", 1);
  int n = snprintf (0, 0, "%s", four);
  if (n < 1 || n > 3)
    missed ();
}
void later (void)
{
  memcpy (four, "1", 1);
  if (snprintf (0, 0, "%s", &four[1]) > 2)
    missed ();
}
/* { dg-final { scan-tree-dump-not "missed \\(\\)" "optimized" } } */

/* A call that writes nothing and returns to nobody goes. */
void nothing (void) { snprintf (0, 0, "%s", "abcdefgh"); }
/* { dg-final { scan-tree-dump "Removing call statement" "strlen1" } } */
