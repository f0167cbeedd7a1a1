/* Parts of an element that is passed by value are read through its address: what is stored to the array before counts. */
extern int printf (const char *, ...);
struct pair { float a; char b; char c[5]; };
struct both { struct pair p[2]; short n; };

static long value (const struct both b)
{
  return (long) b.p[0].a * 1000 + (long) b.p[0].b * 100 + (long) b.p[1].a * 10 + (long) b.p[1].b + b.n;
}

int main (void)
{
  struct both all[3], copy;
  for (int i = 0; i < 6; i++)
    {
      struct pair p = { i, 6 }, q = { 2, i + 1 };
      struct both r;
      r.p[0] = p;
      r.p[1] = p;
      r.n = i;
      if (i > 2)
        r.p[i & 1] = q;
      all[i % 3] = r;
      copy = i > 1 ? all[i & 1] : r;
      all[i % 3].p[0].a += 2;
      printf ("%ld %ld\n", value (all[i % 3]), value (copy));
    }
  return 0;
}
