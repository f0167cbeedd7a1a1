/* Types without a name print by a number: what GCC has made before, and what it makes on the way, shows in it. */
typedef struct node
{
  struct node *next;
  int value : 5;
  char name[12];
} node;
typedef unsigned long size;
typedef int (*compare) (const node *, const node *);

extern int printf (const char *, ...);
extern void abort (void);
extern void leave (int) __attribute__ ((noreturn));
extern int pick (int) __attribute__ ((const));
static const char text[] = "text";
const char *const names[] = { "one", "three" };

int
old (a)
     int a;
{
  if (a > 10)
    abort ();
  return a;
}

void
each (node *list, void (*visit) (node *), int (*keep) (const node *))
{
  for (; list; list = list->next)
    if (keep (list))
      visit (list);
}

int
apply (int (*f) (int, char), int x, double (*g) (double))
{
  printf ("%d %g\n", x, g (text[x]));
  return f (pick (x), 'c') + (*f) (1, x);
}

void *
known (void *(*get) (size), void (*plain) (), void (*put) (void *), int (*order) (const void *, const void *))
{
  void *p = get (sizeof (node));
  if (order (p, names))
    put (p);
  else
    plain ();
  leave (3);
}

int
last (compare f, int (*table[4]) (node), volatile int *(*where) (node *, size))
{
  int (*g) (node) = table[1];
  int (*(*h)[4]) (node) = &g;
  return *where (0, 3) + f (0, 0) + (h != 0);
}
