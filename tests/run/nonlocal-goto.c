/* Jumps out of nested functions: from deep down, past activations in between, again and again.  */
extern int printf (const char *, ...);

static int
find (const int *table, int count, int wanted)
{
  __label__ found;
  int at = -1;
  void look (int i)
  {
    if (table[i] == wanted)
      {
	at = i;
	goto found;
      }
  }
  for (int i = 0; i < count; i++)
    look (i);
  return -1;
found:
  return at * 100 + count;
}

static int
deep (int n)
{
  __label__ out, again;
  int rounds = 0, seen = 0;
  void down (int depth)
  {
    char space[depth + 1];
    space[depth] = (char) depth;
    seen += space[depth];
    if (depth == 7)
      goto again;
    if (depth == n)
      goto out;
    down (depth + 1);
  }
again:
  rounds++;
  down (rounds < 3 ? 1 : 8);
  return -1;
out:
  return rounds * 10000 + seen;
}

/* Two levels out, with a value computed in every function on the way.  */
static int
levels (int x)
{
  __label__ done;
  int result = 1;
  void first (int y)
  {
    __label__ inside;
    void second (int z)
    {
      result += z;
      if (z > 5)
	goto done;
      goto inside;
    }
    second (y);
    result = 100;
  inside:
    result *= 2;
  }
  first (x);
  return result;
done:
  return -result;
}

static int
only_if (int i)
{
  if (i > 0)
    {
      __label__ l1;
      int f (int i)
      {
	if (i == 2)
	  goto l1;
	return 0;
      }
      return f (i);
    l1:;
    }
  return 1;
}

int
main (void)
{
  static const int table[] = { 5, 3, 8, 1 };
  printf ("%d %d %d\n", find (table, 4, 8), find (table, 4, 5), find (table, 4, 7));
  printf ("%d\n", deep (12));
  printf ("%d %d\n", levels (3), levels (9));
  printf ("%d %d %d\n", only_if (0), only_if (1), only_if (2));
  return 0;
}
