/* gdb
   > break here
   > continue
   > print n
   > print c
   > print d
   > print s
   > print l
   > print l.part[4]
   > print unused
   > print text[3]
   > ptype take
   > up
   > print l.part[2]
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
