/* Structures of every size that comes back in registers, with members of every alignment: taken, given, copied and assigned
   through pointers that know less of their alignment. */
#define OF(type, count) \
  struct type##count { type of[count]; }; \
  __attribute__ ((noipa)) struct type##count make_##type##count (int start) \
  { struct type##count s; for (int i = 0; i < count; i++) s.of[i] = start + i; return s; } \
  struct type##count global_##type##count; \
  static int check_##type##count (struct type##count s, int start) \
  { for (int i = 0; i < count; i++) if (s.of[i] != start + i) return 1; return 0; } \
  static int test_##type##count (struct type##count *p) \
  { \
    struct type##count local = make_##type##count (1); \
    global_##type##count = make_##type##count (2); \
    *p = make_##type##count (3); \
    return check_##type##count (local, 1) + check_##type##count (global_##type##count, 2) \
           + check_##type##count (*p, 3); \
  }

OF (char, 1) OF (char, 2) OF (char, 3) OF (char, 4) OF (char, 5) OF (char, 6) OF (char, 7) OF (char, 8) OF (char, 9)
OF (char, 11) OF (char, 13) OF (char, 15) OF (char, 16) OF (short, 1) OF (short, 2) OF (short, 3) OF (short, 4) OF (short, 5)
OF (short, 7) OF (short, 8) OF (int, 1) OF (int, 2) OF (int, 3) OF (int, 4) OF (long, 1) OF (long, 2)

#define TEST(name) { struct { char before; struct name s; } o_##name; failed += test_##name (&o_##name.s); }

__attribute__ ((noipa)) int nothing (int x) { if (x) return 3; }
struct long2 nobody (void) { }

int
main (void)
{
  int failed = 0;
  TEST (char1) TEST (char2) TEST (char3) TEST (char4) TEST (char5) TEST (char6) TEST (char7) TEST (char8) TEST (char9)
  TEST (char11) TEST (char13) TEST (char15) TEST (char16) TEST (short1) TEST (short2) TEST (short3) TEST (short4)
  TEST (short5) TEST (short7) TEST (short8) TEST (int1) TEST (int2) TEST (int3) TEST (int4) TEST (long1) TEST (long2)
  nobody ();
  return failed + (nothing (1) != 3);
}
