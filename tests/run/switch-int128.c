/* Switches on numbers of 128 bits: labels beyond 64 bits, ranges across the middle of the unsigned numbers, tables, bits, values
   on a line, conversions looked through. */
typedef __int128 T; typedef unsigned __int128 U;
#define B(x) ((T)((U)(T)(x)<<70))
__attribute__((noipa)) int s1(T x) { switch (x) { case 0: return 1; case 1: return 2; case 2: return 7; case 3: return 3; case 4: return 5; case 5: return 8; } return 9; }
__attribute__((noipa)) int s2(T x) { switch (x) { case 0: return 1; case -1: return 2; case B(1): return 3; case B(-1)...B(-1)+5: return 4; case B(2) ... B(4): return 5; } return 9; }
__attribute__((noipa)) int u1(U x) { switch (x) { case 0: return 1; case 1: return 2; case 2: return 7; case 3: return 3; case 4: return 5; case 5: return 8; } return 9; }
__attribute__((noipa)) int u2(U x) { switch (x) { case 0: return 1; case -1: return 2; case B(1): return 3; case -10 ... -2 : return 4; case B(2) ... B(4): return 5; } return 9; }
__attribute__((noipa)) int u3(U x) { switch (x) { case 0 ... (((U)1)<<127)-1: return 1;  case (((U)1)<<127) ... ((U)-1): return 2; } return 9; }
__attribute__((noipa)) int u4(U x) { switch (x) { case (((U)1)<<127)-3 ... (((U)1)<<127)-1: return 1;  case (((U)1)<<127) ... (((U)1)<<127)+3: return 1; case -5: return 3; } return 9; }
__attribute__((noipa)) int bt(T x) { switch (x) { case B(1): case B(1)+3: case B(1)+6: case B(1)+9: case B(1)+12: return 1; } return 9; }
__attribute__((noipa)) int jt(T x) { switch (x) { case B(1): return 4; case B(1)+1: return 3; case B(1)+2: return 1; case B(1)+3: return 8; case B(1)+4: return 2; case B(1)+5: return 21;} return 9; }
__attribute__((noipa)) int lin(T x) { switch (x) { case B(1): return 4; case B(1)+1: return 6; case B(1)+2: return 8; case B(1)+3: return 10; case B(1)+4: return 12; case B(1)+5: return 14;} return 9; }
__attribute__((noipa)) int jm(U x) { switch (x) { case (((U)1)<<127)-3: return 4; case (((U)1)<<127)-2: return 3; case (((U)1)<<127)-1: return 1; case (((U)1)<<127): return 8; case (((U)1)<<127)+1: return 2; case (((U)1)<<127)+2: return 21;} return 9; }
int acc;
__attribute__((noipa)) void call(int x) { acc = acc * 31 + x; }
__attribute__((noipa)) void jc(T x) { switch (x) { case B(1): call(4); break; case B(1)+1: call(3);break; case B(1)+2: call(1);break; case B(1)+3: call(8);break; case B(1)+4: call(2);break; case B(1)+5: call(21);break;}  }
__attribute__((noipa)) void jd(U x) { switch (x) { case (((U)1)<<127)-3: call(4); break; case (((U)1)<<127)-2: call(3); break; case (((U)1)<<127)-1: call(1); break; case (((U)1)<<127): call(8); break; case (((U)1)<<127)+1: call(2); break; case (((U)1)<<127)+2: call(21); break;}  }
__attribute__((noipa)) int conv(long y) { switch ((U) y) { case 5: return 1; case -1: return 2; case ~(U)5: return 3; case 77 ... 99: return 4; case (U)1 << 80: return 6; } return 9; }
__attribute__((noipa)) int convu(unsigned long y) { switch ((T) y) { case 5: return 1; case -1: return 2; case 77 ... 99: return 4; case (T)1 << 80: return 6; case 0xffffffffffffffff: return 7;} return 9; }
__attribute__((noipa)) int to_u(T y) { switch ((U) y) { case 5: return 1; case -1: return 2; case ~(U)5: return 3; case 77 ... 99: return 4; case (U)1 << 80: return 6; } return 9; }
__attribute__((noipa)) int to_s(U y) { switch ((T) y) { case 5: return 1; case -1: return 2; case ~(T)5: return 3; case 77 ... 99: return 4; case (T)1 << 80: return 6; } return 9; }
__attribute__((noipa)) int chain(U x) { if (x == 3) return 5; if (x == 5) return 5; if (x == 7) return 5; if (x == -(U)1) return 6; if (x == (U)1 << 100) return 8; if (x == 11) return 5; if (x == 9) return 5; return 1; }
int main(void) {
  T v[] = { 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 80, -1, -2, -5, -6, -10, -11, B(1), B(1)+1, B(1)+2, B(1)+3, B(1)+4, B(1)+5, B(1)+6, B(1)+9, B(1)+12, B(1)-1, B(2), B(3), B(4), B(4)+1, B(-1), B(-1)+5, B(-1)+6, B(-1)-1, (T)1<<80, (T)1 << 100, (T)0xffffffffffffffffull, ((U)1<<69), ((U)1<<70)-1,
   (((U)1)<<127)-4, (((U)1)<<127)-3,(((U)1)<<127)-2,(((U)1)<<127)-1,(((U)1)<<127),(((U)1)<<127)+1,(((U)1)<<127)+2,(((U)1)<<127)+3,(((U)1)<<127)+4 };
  for (int i = 0; i < sizeof v / sizeof *v; i++) {
    jc(v[i]); jd (v[i]);
    __builtin_printf("%d: %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", i, s1(v[i]), s2(v[i]), u1(v[i]), u2(v[i]), u3(v[i]), u4(v[i]), bt(v[i]), jt(v[i]), lin(v[i]), jm(v[i]), conv(v[i]), convu(v[i]), to_u(v[i]), to_s(v[i]), chain(v[i]));
  }
  __builtin_printf("%d\n", acc); return 0; }
