/* gdb
   > break here
   > continue
   > print second
   $1 = {n = 2, in = {a = 3, text = "two\000\000"}, next = 0x0, tail = -1}
   > print first.in
   $2 = {a = 4, text = "one\000\000"}
   > print first.next->in.text
   $3 = "two\000\000"
   > print *first.next
   $4 = {n = 2, in = {a = 3, text = "two\000\000"}, next = 0x0, tail = -1}
   > ptype first
   type = struct outer {
       int n;
       struct inner in;
       struct outer *next;
       long tail;
   }
   > ptype struct inner
   type = struct inner {
       short a;
       char text[6];
   }
   > print sizeof (struct outer)
   $5 = 32
*/
struct inner { short a; char text[6]; };
struct outer { int n; struct inner in; struct outer *next; long tail; };
int main (void)
{
  struct outer second = { 2, { 3, "two" }, 0, -1 };
  struct outer first = { 1, { 4, "one" }, &second, 9 };
  return first.next->n + second.n == 3; /* here */
}
