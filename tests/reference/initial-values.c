/* Initial values of static variables: written with conversions, shown without once they have been looked at. */
int x, y;
extern int fn (void);

int
values (int i)
{
  static const void *mixed[3] = { &x, &y, "abc" };
  static int *pointer = (int *) (void *) &y;
  static char *inside = "letters" + 1;
  static long number = (long) &x;
  static struct { char *text; int (*function) (); } pair = { (char *) &x + 4, (int (*) ()) fn };
  static char *null = (char *) 0;
  return *(int *) mixed[i] + *pointer + *inside + number + pair.text[1] + pair.function () + !null;
}
