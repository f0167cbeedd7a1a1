/* gdb
   > break in add
   > continue
   > print a
   > print b
   > whatis operations[1].function
   > ptype operations[1].function
   > ptype add
   > whatis variadic
   > print operations[1].function == sub
   > up
   > whatis f
   > print f == add
*/
typedef int (*binary) (int, long);
static int add (int a, long b)
{
  return a + b; /* in add */
}
static int sub (int a, long b)
{
  return a - b;
}
struct operation { const char *name; binary function; };
struct operation operations[] = { { "add", add }, { "sub", sub } };
void (*variadic) (const char *, ...);
int main (void)
{
  binary f = operations[0].function;
  return f (3, 4);
}
