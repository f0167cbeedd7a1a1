/* gdb
   > break here
   > continue
   > print n
   $1 = -1
   > print c
   $2 = 99 'c'
   > print d
   $3 = 2.5
   > print s
   $4 = {a = 6, b = 98 'b'}
   > print l
   $5 = {part = {1, 2, 3, 4, 5}}
   > print l.part[4]
   $6 = 5
   > print unused
   $7 = 17
   > print text[3]
   $8 = 116 't'
   > ptype take
   type = long (int, unsigned char, double, struct small, struct large, const char *, long)
   > up
   > print l.part[2]
   $9 = 3
*/
struct small { int a; char b; };
struct large { long part[5]; };
static long take (int n, unsigned char c, double d, struct small s, struct large l, const char *text, long unused)
{
  return n + c + (long) d + s.a + l.part[4] + text[0]; /* here */
}
int main (void)
{
  struct small s = { 6, 'b' };
  struct large l = { { 1, 2, 3, 4, 5 } };
  return take (-1, 'c', 2.5, s, l, "text", 17);
}
