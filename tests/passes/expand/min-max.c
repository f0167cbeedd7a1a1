/* Minima and maxima are a comparison and a branch on a machine that has no insn for them; with 1 and -1 they compare with 0.  */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

#define OF(name, type)                                                               \
  __attribute__ ((noipa)) type name##_max (type a, type b) { return a > b ? a : b; } \
  __attribute__ ((noipa)) type name##_min (type a, type b) { return a < b ? a : b; } \
  __attribute__ ((noipa)) type name##_max1 (type a) { return a > 1 ? a : 1; }        \
  __attribute__ ((noipa)) type name##_min1 (type a) { return a < 1 ? a : 1; }        \
  __attribute__ ((noipa)) type name##_maxn (type a) { return a > (type) -1 ? a : (type) -1; } \
  __attribute__ ((noipa)) type name##_minn (type a) { return a < (type) -1 ? a : (type) -1; } \
  static void name##_check (void)                                                    \
  {                                                                                  \
    static const long values[] = { 0, 1, 2, -1, -2, 127, 128, -128, 255, 32767, 32768, 65535,  \
                                   0x7fffffff, -0x7fffffff - 1, 0x7fffffffffffffff, 1L << 63 }; \
    int n = sizeof values / sizeof *values;                                          \
    for (int i = 0; i < n; i++)                                                      \
      {                                                                              \
        volatile type a = values[i], one = 1, none = -1;                             \
        if (name##_max1 (a) != (one > a ? one : a) || name##_min1 (a) != (one < a ? one : a)       \
            || name##_maxn (a) != (none > a ? none : a) || name##_minn (a) != (none < a ? none : a)) \
          __builtin_abort ();                                                        \
        for (int j = 0; j < n; j++)                                                  \
          {                                                                          \
            volatile type b = values[j];                                             \
            type low = a, high = b;                                                  \
            if (low > high)                                                          \
              low = b, high = a;                                                     \
            if (name##_max (a, b) != high || name##_min (a, b) != low)               \
              __builtin_abort ();                                                    \
          }                                                                          \
      }                                                                              \
  }

OF (sc, signed char)
OF (uc, unsigned char)
OF (ss, short)
OF (us, unsigned short)
OF (si, int)
OF (ui, unsigned)
OF (sl, long)
OF (ul, unsigned long)

__attribute__ ((noipa)) long
larger (long a, long b)
{
  return a > b ? a : b;
}

int
main (void)
{
  sc_check (), uc_check (), ss_check (), us_check (), si_check (), ui_check (), sl_check (), ul_check ();
  return larger (3, 4) != 4;
}

/* { dg-final { scan-rtl-dump-times {\(if_then_else \(ge \(reg:DI 75\)[^\n]*\n +\(reg/v:DI 73 \[ a \]\)\)\n} 2 "expand" } } */
