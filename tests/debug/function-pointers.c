/* gdb
   > break in add
   > continue
   > print a
   $1 = 3
   > print b
   $2 = 4
   > whatis operations[1].function
   type = binary
   > ptype operations[1].function
   type = int (*)(int, long)
   > ptype add
   type = int (int, long)
   > whatis variadic
   type = void (*)(const char *, ...)
   > print operations[1].function == sub
   $3 = 1
   > up
   > whatis f
   type = binary
   > print f == add
   $4 = 1
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
