/* Members, nested structures, assignment, by value. */
struct point { int x, y; };
struct box { struct point a, b; char name[8]; struct box *next; };

int area (struct box *b) { return (b->b.x - b->a.x) * (b->b.y - b->a.y); }

struct point
middle (struct point a, struct point b)
{
  struct point m;
  m.x = (a.x + b.x) / 2;
  m.y = (a.y + b.y) / 2;
  return m;
}

void
copy (struct box *to, struct box from)
{
  *to = from;
  to->next = 0;
  to->name[1] = from.name[2];
}

int
length (struct box *b)
{
  int n = 0;
  for (; b; b = b->next)
    n++;
  return n;
}

int
initialised (int k)
{
  struct point p = { 3, k }, q = { .y = 1 };
  return p.x + p.y + q.x + q.y;
}
