/* gdb
   > break here
   > continue
   > print bits
   > print bits.wide
   > ptype bits
   > print sizeof (bits)
*/
struct bits { unsigned a : 3; int b : 5; unsigned long wide : 40; _Bool flag : 1; int : 4; signed char c : 7; } bits;
int main (void)
{
  bits.a = 5;
  bits.b = -7;
  bits.wide = 0x123456789a;
  bits.flag = 1;
  bits.c = -20;
  return bits.a; /* here */
}
