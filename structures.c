/* gdb
   > break here
   > continue
   > print second
   > print first.in
   > print first.next->in.text
   > print *first.next
   > ptype first
   > ptype struct inner
   > print sizeof (struct outer)
*/
struct inner { short a; char text[6]; };
struct outer { int n; struct inner in; struct outer *next; long tail; };
int main (void)
{
  struct outer second = { 2, { 3, "two" }, 0, -1 };
  struct outer first = { 1, { 4, "one" }, &second, 9 };
  return first.next->n + second.n == 3; /* here */
}
