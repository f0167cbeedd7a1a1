/* gdb
   > break here
   > continue
   > print a
   $1 = {kind = INTEGER, {i = 42, f = 5.88545355e-44}, pair = {low = 112 'p', high = 113 'q'}}
   > print b.f
   $2 = 2.5
   > print b.kind
   $3 = REAL
   > print c.byte
   $4 = "\004\003\002\001"
   > ptype a
   type = struct variant {
       enum {INTEGER, REAL} kind;
       union {
           int i;
           float f;
       };
       struct {
           char low;
           char high;
       } pair;
   }
   > ptype union all
   type = union all {
       unsigned int word;
       unsigned char byte[4];
       struct variant v;
   }
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
