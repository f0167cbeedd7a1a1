/* gdb
   > break here
   > continue
   > print sc
   > print uc
   > print letter
   > print s
   > print us
   > print i
   > print u
   > print l
   > print ul
   > print yes
   > whatis ul
   > info locals
*/
int main (void)
{
  signed char sc = -3;
  unsigned char uc = 200;
  char letter = 'x';
  short s = -300;
  unsigned short us = 60000;
  int i = -70000;
  unsigned u = 4000000000u;
  long l = -5000000000l;
  unsigned long ul = 18000000000000000000ul;
  _Bool yes = 1;
  return sc + uc + letter + s + us + i + u + l + ul + yes == 0; /* here */
}
