/* A variable length array after a label goes when the label is jumped to. */
int printf (const char *, ...);

int main (void)
{
  int n = 0;
  char *volatile first = 0;
 again:
  if (n == 3000)
    {
      printf ("%d\n", n);
      return 0;
    }
  char room[(n & 1) + 4096];
  room[0] = 1;
  first = room;
  n++;
  goto again;
}
