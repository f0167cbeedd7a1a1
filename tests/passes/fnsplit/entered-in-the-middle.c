/* The part is entered at a block that does not stand first: its code begins with a jump. */
/* { dg-do run } */
/* { dg-options "-O2 -fno-inline-functions-called-once -fdump-tree-fnsplit" } */
extern void abort (void);

int is_one_of (char *s, int c)
{
  if (c == -1)
    return 1;
  while (*s)
    if (*s++ == c)
      return 1;
  return 0;
}

int main (int argc, char **argv)
{
  char delimiters[] = "();\t\n\r ";
  if (!is_one_of (delimiters, ';') || is_one_of (delimiters, 'x') || !is_one_of (delimiters, ' '))
    abort ();
  if (!is_one_of (delimiters, -1) || is_one_of ("", argc))
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "int is_one_of.part.0 \\(char \\* s, int c\\)" "fnsplit" } } */
