/* { dg-do run } */
/* { dg-options "-O2 -fipa-pta -fno-ipa-modref" } */
/* What others call may call back, and write to what a static variable points to. */
extern void abort (void);
static int *place;
int count;
void __attribute__ ((noipa)) away (void (*f) (void)) { f (); }
void __attribute__ ((noinline)) seen (void) { if (place) *place = 5; }
int __attribute__ ((noinline)) user (void)
{
  int i = 1;
  place = &i;
  away (seen);
  place = 0;
  return i;
}
int main (void) { if (user () != 5) abort (); return 0; }
