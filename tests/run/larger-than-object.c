/* { dg-do run } */
/* { dg-options "-O2" } */

/* What a function may access, or a string might be, can be more than the object a pointer leads to: accesses of that size are
   none of the object's, but less may be accessed. */

int printf (const char *, ...);
int strncmp (const char *, const char *, unsigned long);
void abort (void);

static char b, e;
static char *c = &b;
static long d;
int a;

void __attribute__ ((noipa)) next (void)
{
  if (d++)
    c = &e;
  for (; a;)
    ;
}

void __attribute__ ((noipa)) stores (void)
{
  int g = 0;
  for (; g < 2; ++g)
    {
      d = *c;
      *c = 1;
      b = 0;
    }
  next ();
}

static char word[4];
static char *words = word;

int __attribute__ ((noipa)) compares (const char *with)
{
  int before, after;
  word[0] = 'a';
  word[1] = 0;
  before = strncmp (words, with, 100);
  word[0] = 'b';
  after = strncmp (words, with, 100);
  word[0] = 0;
  return before * 10 + (after > 0);
}

int main (void)
{
  stores ();
  if (b != 0)
    abort ();
  printf ("%d %d\n", b, compares ("a"));
  return 0;
}
