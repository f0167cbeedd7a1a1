/* What is switched on has the type of the cast: labels the value before it could not have stay. A range whose ends are
   converted may be empty, or reach to the greatest value. */
__attribute__((noipa)) int f(int i) { switch ((unsigned long) i) { case -1UL: return 1; case 7: return 2; } return 3; }
__attribute__((noipa)) int g(unsigned i) { switch ((long) i) { case -1L: return 1; case 7: return 2; } return 3; }
__attribute__((noipa)) int h(signed char i) { switch ((unsigned) i) { case -1U: return 1; case 7: return 2; } return 3; }
__attribute__((noipa)) int k(unsigned i) { switch (i) { case -5 ... 5: return 1; case 200: return 2; } return 3; }
__attribute__((noipa)) int l(unsigned i) { switch (i) { case 100 ... -1: return 2; } return 3; }
int main(void) { __builtin_printf("%d %d %d %d %d\n", f(-1), g(-1), h(-1), k(3), l(105)); return 0; }
