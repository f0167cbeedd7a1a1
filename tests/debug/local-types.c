/* gdb
   > break inner
   > break outer
   > continue
   > print l
   $1 = {c = 113 'q'}
   > print m.k
   $2 = FIRST
   > ptype l
   type = struct local {
       char c;
   }
   > continue
   > print l
   $3 = {a = 1, k = SECOND}
   > ptype l
   type = struct local {
       int a;
       enum kind k;
   }
   > whatis m
   type = alias
*/
int main (void)
{
  struct local { int a; enum kind { FIRST = 4, SECOND } k; } l = { 1, SECOND };
  typedef struct local alias;
  alias m = { 2, FIRST };
  {
    struct local { char c; } l = { 'q' };
    m.a += l.c; /* inner */
  }
  return l.a + m.a; /* outer */
}
