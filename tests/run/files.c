/* Files a program writes and reads again: in the interpreter they live in its memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void)
{
  FILE *f = tmpfile ();
  if (!f)
    return 1;
  for (int i = 1; i <= 5; i++)
    fprintf (f, "%d %s\n", i * i, i & 1 ? "odd" : "even");
  fputs ("last line", f);
  printf ("length %ld\n", ftell (f));

  rewind (f);
  int number;
  char word[16];
  while (fscanf (f, "%d %15s", &number, word) == 2)
    printf ("%d:%s ", number, word);
  puts ("");

  fseek (f, 2, SEEK_SET);
  char line[32];
  while (fgets (line, sizeof line, f))
    printf ("<%.*s>", (int) strcspn (line, "\n"), line);
  printf ("%d %d\n", feof (f) != 0, ferror (f) != 0);

  fseek (f, -4, SEEK_END);
  int c = getc (f);
  ungetc ('L', f);
  printf ("%c ", c);
  putchar (getc (f));
  putchar (getc (f));
  memset (line, 0, sizeof line);
  printf (" %d %s\n", (int) fread (line, 1, sizeof line - 1, f), line);

  fseek (f, 0, SEEK_SET);
  putc ('X', f);
  rewind (f);
  fgets (line, sizeof line, f);
  fputs (line, stdout);
  fclose (f);
  printf ("%d\n", fopen ("/there/is/no/such/file", "r") == 0);

  char *name = tmpnam (0);
  FILE *kept = fopen (name, "w");
  fputs ("one\n", kept);
  kept = freopen (name, "a", kept);
  fputs ("two\n", kept);
  fclose (kept);
  kept = fopen (name, "r");
  printf ("%zu bytes\n", fread (line, 1, sizeof line, kept));
  fclose (kept);
  return remove (name);
}
