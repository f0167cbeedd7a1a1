/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1" } */

/* Integers: signs, prefixes, precisions, columns, and ranges of the argument, of its type before it was promoted, and of the
   type that the letter says. */
int snprintf (char *, __SIZE_TYPE__, const char *, ...);
void use (int);
void integers (int i, unsigned n, int p, unsigned char c, long l)
{
  use (snprintf (0, 0, "%+.0d", 0));
  use (snprintf (0, 0, "%#2x", n));
  use (snprintf (0, 0, "%*d!", p, 5));
  use (snprintf (0, 0, "%#.*x", p, n));
  use (snprintf (0, 0, "%i", c));
  use (snprintf (0, 0, "%hhd", i));
  use (snprintf (0, 0, "%hd", l));
  if (i < -9 && i > -101)
    use (snprintf (0, 0, "%ld", l = i));
  if (i > -2 && i < 4)
    use (snprintf (0, 0, "%u", i));
  if (p > 2 && p < 20)
    use (snprintf (0, 0, "%.*d %*d?", p, i, p, i));
}
/* { dg-final { scan-tree-dump "\"%\\+.0d\"\n    Result: 1, 1, 1, 1 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%#2x\"\n    Result: 2, 3, 10, 10 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%\\*d\", width in range .0, 2147483648.\n    Result: 1, 1, 2147483648, 2147483648 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%#.\\*x\", precision in range .-12147483647.\n    Result: 0, 1, 2147483649, 2147483649 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%i\"\n    Result: 1, 3, 3, 3 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%hhd\"\n    Result: 1, 1, 4, 4 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%hd\"\n    Result: 1, 1, 6, 6 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%ld\"\n    Result: 3, 4, 4, 4 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%u\"\n    Result: 1, 1, 10, 10 " "strlen1" } } */
/* { dg-final { scan-tree-dump "precision in range .319.\n    Result: 3, 3, 20, 20 " "strlen1" } } */
/* { dg-final { scan-tree-dump "width in range .3, 19.\n    Result: 3, 3, 19, 19 " "strlen1" } } */

/* Floating-point numbers, any and known, rounded up and down. */
void floats (double x, long double y, int p)
{
  use (snprintf (0, 0, "%a %#.0e %.20g %.12f", x, x, x, x));
  use (snprintf (0, 0, "%La %Lg %Lf", y, y, y));
  if (p > -2 && p < 4)
    use (snprintf (0, 0, "%.*f", p, x));
  use (snprintf (0, 0, "%.0a %.0E %G %5.1f", 10.0, 9.96, 0.00001, 9.96));
  use (snprintf (0, 0, "%+f %5g", __builtin_nan (""), __builtin_inf ()));
}
/* { dg-final { scan-tree-dump "\"%a\"\n    Result: 3, 6, 24, 24 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%#.0e\"\n    Result: 3, 6, 7, 7 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%.20g\"\n    Result: 1, 26, 27, 32 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%.12f\"\n    Result: 3, 14, 323, 328 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%La\"\n    Result: 3, 6, 40, 40 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%Lg\"\n    Result: 1, 13, 14, 19 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%Lf\"\n    Result: 3, 8, 4941, 4946 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%.\\*f\", precision in range .-13.\n    Result: 1, 3, 317, 322 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%.0a\"\n    Result: 6, 6, 6, 6 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%.0E\"\n    Result: 5, 5, 5, 5 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%G\"\n    Result: 5, 11, 11, 16 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%5.1f\"\n    Result: 5, 5, 5, 9 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%\\+f\"\n    Result: 4, 4, 4, 5 " "strlen1" } } */
/* { dg-final { scan-tree-dump "\"%5g\"\n    Result: 5, 5, 5, 8 " "strlen1" } } */
