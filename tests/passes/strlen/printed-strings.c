/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1 -fdump-tree-strlen1 -fdump-tree-optimized" } */

/* Lengths through choices, by arrays and by members, with precisions. */
int sprintf (char *, const char *, ...);
int snprintf (char *, __SIZE_TYPE__, const char *, ...);
int printf (const char *, ...);
int vsnprintf (char *, __SIZE_TYPE__, const char *, __builtin_va_list);
void missed (void);
void use (int);
extern char any[];
struct pair { char first[4]; char second[8]; } pair;
char d[16];
void strings (int i, int p, const char *s)
{
  if (snprintf (0, 0, "%s", i ? "a" : p ? "abc" : "ab") > 3)
    missed ();
  if (snprintf (0, 0, "%s", i ? any : "1") < 0)
    use (1);
  use (snprintf (0, 0, "%s!", pair.first));
  use (snprintf (0, 0, "%.5s", s));
  use (snprintf (0, 0, "%.*s?", p, s));
  use (snprintf (0, 0, "%lc", p));
}
/* { dg-final { scan-tree-dump "\"%s\"\n    Result: 2, 3, 3, 3 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%s\"\n    Result: 0, 1, -1, -1 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%s\"\n    Result: 0, 3, 3, 9223372036854775807 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%.5s\"\n    Result: 0, 5, 5, 5 " "strlen1" } } */
/* { dg-final { scan-tree-dump "precision in range .-12147483647.\n    Result: 0, 1, 2147483647, 2147483647 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%lc\"\n    Result: 0, 2, 6, 6 " "strlen1" } } */
/* { dg-final { scan-tree-dump-not "missed" "optimized" } } */

/* Copies are made here, not before, and only of strings. */
void copies (int i)
{
  sprintf (d, "%s", "hello");
  sprintf (d, "%s", i);
}
/* { dg-final { scan-tree-dump "sprintf \\(&d, \"%s\", \"hello\"\\)" "fre1" } } */
/* { dg-final { scan-tree-dump-times "sprintf \\(&d, \"%s\", " 1 "optimized" } } */

/* What is only printed is counted, too, and lists have arguments of any value. */
void others (int i, __builtin_va_list list)
{
  printf ("%d\n", i);
  vsnprintf (d, 16, "%x", list);
}
/* { dg-final { scan-tree-dump "printed-strings.c:\[0-9]+: printf: objsize = 9223372036854775807, fmtstr = \"%d\n\"" "strlen1" } } */
/* { dg-final { scan-tree-dump "vsnprintf: objsize = 16, fmtstr = \"%x\"\n  Directive 1 at offset 0: \"%x\"\n    Result: 1, 1, 8, 8 " "strlen1" } } */
