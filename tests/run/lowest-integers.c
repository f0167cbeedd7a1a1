/* The lowest value of each type has no opposite: comparing, subtracting, multiplying and dividing by it. */
extern int printf (const char *, ...);

#define LOWEST_LONG (-0x7fffffffffffffffL - 1)
#define LOWEST_INT (-0x7fffffff - 1)
typedef __int128 wide;
#define LOWEST_WIDE ((wide) ((unsigned __int128) 1 << 127))

#define OPERATIONS(name, type, lowest)                                          \
  __attribute__ ((noipa)) static int name##_eq (type x) { return x == lowest; }     \
  __attribute__ ((noipa)) static int name##_ne (type x) { if (x != lowest) return 3; return 7; } \
  __attribute__ ((noipa)) static int name##_lt (type x) { return x > lowest; }      \
  __attribute__ ((noipa)) static int name##_div (type x) { return x / lowest; }     \
  __attribute__ ((noipa)) static int name##_mod (type x) { return x % lowest == x; } \
  __attribute__ ((noipa)) static type name##_sub (type x) { return x < 0 ? x - lowest : ~(x + lowest); } \
  __attribute__ ((noipa)) static int name##_opposite (type x) { return -x == lowest + 1; } \
  __attribute__ ((noipa)) static int name##_moved (type x) { return x - 5 == lowest; } \
  static void name (void)                                                       \
  {                                                                             \
    type values[] = { lowest, lowest + 1, -1, 0, 1, lowest + 5, -(lowest + 1) };        \
    for (int i = 0; i < 7; i++)                                                 \
      {                                                                         \
        type x = values[i];                                                     \
        printf (#name " %d %d %d %d %d %d %d %llx\n", name##_eq (x), name##_ne (x), name##_lt (x), \
                name##_div (x), name##_mod (x), i ? name##_opposite (x) : -1,   \
                i == 5 ? name##_moved (x) : -1, (unsigned long long) name##_sub (x)); \
      }                                                                         \
  }

OPERATIONS (whole, int, LOWEST_INT)
OPERATIONS (lengthy, long, LOWEST_LONG)
OPERATIONS (broad, wide, LOWEST_WIDE)

int
main (void)
{
  whole ();
  lengthy ();
  broad ();
  return 0;
}
