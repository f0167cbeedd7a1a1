/* Variables beyond 12 bits from the frame pointer: the insns that use one share its memory reference, not the register its
   address is made in. */
int printf (const char *, ...);

static int
fill (char *p, int n)
{
  char copy[9000];
  copy[n - 1] = n;
  int sum = n + copy[n - 1];
  for (int i = 0; i < n; i++)
    copy[i] = p[i] = i;
  for (int i = 0; i < n; i += 7)
    sum += copy[i];
  return sum;
}

static int
far (int n)
{
  char room[9000];
  int first = fill (room, n);
  int before = n;
  int after = n + 1;
  before = fill (room, sizeof room);
  before += room[n];
  after = fill (room, n);
  after += before;
  before = after - room[8999];
  before += fill (room, 3);
  return first + before * 100 + after + (before > after ? room[1] : room[2]);
}

int
main (void)
{
  printf ("%d %d\n", far (5), far (200));
  return 0;
}
