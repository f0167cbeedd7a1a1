/* gdb
   > break here
   > continue
   > print *h
   > ptype s
   > ptype u
   > ptype struct holder
   > whatis h
*/
struct secret;
struct holder { struct secret *hidden; int known; };
union never;
static int use (struct secret *s, union never *u, struct holder *h)
{
  return s == h->hidden && !u; /* here */
}
int main (void)
{
  struct holder h = { 0, 5 };
  return use (0, 0, &h);
}
