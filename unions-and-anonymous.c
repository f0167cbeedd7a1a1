/* gdb
   > break here
   > continue
   > print a
   > print b.f
   > print b.kind
   > print c.byte
   > ptype a
   > ptype union all
*/
struct variant
{
  enum { INTEGER, REAL } kind;
  union { int i; float f; };
  struct { char low, high; } pair;
};
union all { unsigned word; unsigned char byte[4]; struct variant v; };
int main (void)
{
  struct variant a = { INTEGER, { 42 }, { 'p', 'q' } };
  struct variant b = { REAL, { .f = 2.5f }, { 1, 2 } };
  union all c = { 0x01020304 };
  return a.i + b.kind + c.byte[0]; /* here */
}
