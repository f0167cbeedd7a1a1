/* Lexical blocks: which stay, with what they declare, shows the ssa dump with details. */
extern int get (int);
extern void fail (const char *);

struct pair
{
  int first, second;
};

int
blocks (int n, int limit)
{
  int i, sum = 0;
  static int seen;
  struct pair last;
  for (i = 0; i < n; i++)
    {
      int value = get (i);
      if (value > limit)
	{
	  int twice = value * 2;
	  sum += twice;
	}
      else
	{
	  struct pair *p = &last;
	  p->first = value;
	}
      seen++;
    }
  return sum + last.first;
}

int
unused (int n)
{
  int never, also;
  {
    int only_declared;
    {
      int inner = get (n);
      n += inner;
    }
  }
  {
    int before_jump;
    goto out;
  }
out:
  return n;
}

int
expressions (int n)
{
  int a = ({ int v = get (n); v + 1; });
  ({ if (n) ; else fail ("n"); });
  ({ get (1); get (2); });
  for (int k = 0; k < n; k++)
    {
      enum { low, high };
      typedef int number;
      extern int proto (int);
      number x = proto (k);
      if (x == high)
	break;
    }
  return a;
}

int
dead (int n)
{
  double d;
  if (sizeof n != 4)
    {
      int *p = &n;
      return get (*p) + get (1);
    }
  if (&d == 0)
    return 1;
  return n + get (2);
}
