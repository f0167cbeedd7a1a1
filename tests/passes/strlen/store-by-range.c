/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1" } */

/* Where a condition tells how long a string is, its NUL need not be stored again, and one before it ends it. */
extern char a2[2], a4[4];
unsigned long strlen (const char *);
char *strcpy (char *, const char *);
void abort (void);
void again (const char *s)
{
  if (strlen (s) == 1)
    {
      strcpy (a2, s);
      a2[1] = 0;
      if (strlen (a2) != 1)
        abort ();
    }
}
/* { dg-final { scan-tree-dump-not "a2\\\[1\\\] = 0;" "strlen1" } } */
void shorter (const char *s)
{
  if (strlen (s) == 3)
    {
      strcpy (a4, s);
      a4[2] = 0;
      if (strlen (a4) != 2)
        abort ();
    }
}
/* { dg-final { scan-tree-dump "a4\\\[2\\\] = 0;" "strlen1" } } */
/* { dg-final { scan-tree-dump-not "strlen \\(&a" "strlen1" } } */
