/* Structures copied, passed and returned, taken apart where that is possible. */
struct point { int x, y; };
struct box { struct point from, to; };

struct point
middle (struct box b)
{
  struct point m = { (b.from.x + b.to.x) / 2, (b.from.y + b.to.y) / 2 };
  return m;
}

int
width (const struct box *b)
{
  struct box copy = *b;
  if (copy.from.x > copy.to.x)
    {
      int t = copy.from.x;
      copy.from.x = copy.to.x;
      copy.to.x = t;
    }
  return copy.to.x - copy.from.x;
}

void
move (struct box *b, struct point by)
{
  b->from.x += by.x;
  b->from.y += by.y;
  b->to.x += by.x;
  b->to.y += by.y;
}
