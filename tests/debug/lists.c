/* gdb
   > break inner
   > continue
   > print i
   $1 = 0
   > print total
   $2 = 0
   > print unread
   $3 = 5
   > continue
   > print i
   $4 = 1
   > print total
   $5 = 7
   > print *where
   $6 = 2
   > print pair
   $7 = {a = 3, b = 4}
   > up
   > print kept
   $8 = 40
   > break last
   > delete 1
   > continue
   > print total
   $9 = 34
*/
struct pair { int a, b; };
__attribute__ ((noinline)) int step (int x)
{
  __asm__ volatile ("" : : : "memory");
  return x + 5;
}
__attribute__ ((noinline)) int sum (int n, int unread, int *where)
{
  int total = 0;
  struct pair pair = { 3, 4 };
  for (int i = 0; i < n; i++)
    {
      int t = step (i + *where);
      total += t; /* inner */
      __asm__ volatile ("" : "+m" (pair));
    }
  return total * 2 + pair.a; /* last */
}
int main (void)
{
  int two = 2, kept = two * 20;
  int got = sum (4, 5, &two);
  return got + kept;
}
