/* A switch whose default is not reached: its block holds nothing but the end of control. */
extern int printf (const char *, ...);

struct header { int flags, depth; };

__attribute__ ((noinline)) static void string (struct header *h) { h->flags |= 16; }
__attribute__ ((noinline)) static void object (struct header *h) { h->flags |= 32; }

__attribute__ ((noinline)) static void
mark (struct header *h)
{
  switch (h->flags & 3)
    {
    case 0:
      string (h);
      break;
    case 1:
      object (h);
      break;
    case 2:
      break;
    default:
      __builtin_unreachable ();
    }
  h->depth--;
}

/* The same after a condition. */
__attribute__ ((noinline)) static int
sign (struct header *h)
{
  if (h->depth > 0)
    return 1;
  if (h->depth < 0)
    return -1;
  if (h->flags)
    __builtin_unreachable ();
  return 0;
}

/* And where a loop goes on. */
struct text { int *wide, many, tip; };

__attribute__ ((noinline)) static int
before (const struct text *text, int at)
{
  if (at < 0)
    return text->tip;
  if (text->many > 1)
    {
      while (text->wide[at] == -1)
        {
          if (!(at >= 0))
            __builtin_unreachable ();
          if (--at < 0)
            return text->tip;
        }
      return text->wide[at];
    }
  return 7;
}

int
main (void)
{
  int wide[] = { -1, -1, 4, -1, -1 };
  struct text text = { wide, 2, 9 };
  for (int i = -1; i < 5; i++)
    printf ("%d ", before (&text, i));
  text.many = 1;
  printf ("%d\n", before (&text, 3));
  struct header h[] = { { 0, 5 }, { 1, 6 }, { 2, -7 }, { 0, 1 } };
  for (int i = 0; i < 3; i++)
    {
      mark (&h[i]);
      printf ("%d %d %d\n", h[i].flags, h[i].depth, sign (&h[i]));
    }
  return 0;
}
