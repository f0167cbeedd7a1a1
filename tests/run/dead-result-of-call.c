/* `b.m` is dead, for the only call that reads it is, whose own result nobody looks at: none of both is executed.  */
union value
{
  double d;
  unsigned m;
};

static __attribute__ ((noinline)) union value
changed (union value x, int k)
{
  if (k > 3)
    x.d = 1;
  return x;
}

static __attribute__ ((noipa)) void
copies (union value *p, union value *o, int k)
{
  union value b = *p, c;
  b.m = p->m & 26;
  c = changed (b, k);
  *o = *p;
}

int
main (void)
{
  union value in = { 5 }, out;
  copies (&in, &out, 4);
  return out.d != 5;
}
