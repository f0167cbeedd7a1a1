/* An enumeration with a mode of its own is a type of that size: its values are loaded, compared and converted as bytes.  */
int printf (const char *, ...);

typedef enum { A, B, C = 200, D } letter;
struct holder { letter __attribute__ ((mode (byte))) a, b; int number; };

__attribute__ ((noipa)) static int
differ (struct holder *h)
{
  return (h->a != C) + 2 * (h->a != h->b) + 4 * ((int) h->a != h->number) + 8 * (h->b > B);
}

int
main (void)
{
  struct holder h = { C, D, 200 };
  printf ("%d %d %d\n", differ (&h), (int) h.a, (int) sizeof h.a);
  return h.b == D ? 0 : 1;
}
