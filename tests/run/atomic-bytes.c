/* Operations on atomic bytes and halfwords leave their neighbours alone, whatever sign the operand has. */
int printf (const char *, ...);

#define TEST(NAME, TYPE)                                                                                             \
  static struct { TYPE before[3]; _Atomic TYPE it; TYPE after[4]; } NAME##_;                                         \
  static void NAME (int by)                                                                                          \
  {                                                                                                                  \
    __typeof__ (NAME##_) *p = &NAME##_;                                                                              \
    for (int i = 0; i < 3; i++)                                                                                      \
      p->before[i] = 5 + i;                                                                                          \
    for (int i = 0; i < 4; i++)                                                                                      \
      p->after[i] = 15 + i;                                                                                          \
    p->it = 1;                                                                                                       \
    printf (#NAME " %d", (int) (p->it |= -128));                                                                     \
    printf (" %d", (int) (p->it ^= by));                                                                             \
    printf (" %d", (int) (p->it &= -3));                                                                             \
    printf (" %d", (int) (p->it += by));                                                                             \
    printf (" %d", (int) (p->it -= 200));                                                                            \
    printf (" %d", (int) (p->it *= 3));                                                                              \
    printf (" %d", (int) p->it++);                                                                                   \
    printf (" %d\n", (int) --p->it);                                                                                 \
    TYPE *at = &p->after[0];                                                                                         \
    printf (" %d", (int) __atomic_or_fetch (at, by, 5));                                                             \
    printf (" %d", (int) __atomic_xor_fetch (at, -2, 5));                                                            \
    printf (" %d", (int) __atomic_and_fetch (at, by, 5));                                                            \
    printf (" %d", (int) __atomic_nand_fetch (at, by, 5));                                                           \
    printf (" %d", (int) __atomic_add_fetch (at, by, 5));                                                            \
    printf (" %d", (int) __atomic_sub_fetch (at, -7, 5));                                                            \
    printf (" %d", (int) __atomic_fetch_or (at, by, 5));                                                             \
    printf (" %d", (int) __atomic_fetch_xor (at, -1, 5));                                                            \
    printf (" %d", (int) __atomic_exchange_n (at, by, 5));                                                           \
    printf (" %d", (int) __sync_fetch_and_add (at, by));                                                             \
    printf (" %d", (int) __sync_or_and_fetch (at, -64));                                                             \
    TYPE expected = (TYPE) -64, old = *at;                                                                           \
    printf (" %d", (int) __atomic_compare_exchange_n (at, &expected, 9, 0, 5, 5));                                   \
    printf (" %d", expected == old);                                                                                 \
    printf (" %d", (int) __sync_bool_compare_and_swap (at, old, by));                                                \
    printf (" %d\n", (int) __sync_val_compare_and_swap (at, (TYPE) by, 77));                                         \
    for (int i = 0; i < 3; i++)                                                                                      \
      printf (" %d", (int) p->before[i]);                                                                            \
    for (int i = 0; i < 4; i++)                                                                                      \
      printf (" %d", (int) p->after[i]);                                                                             \
    printf ("\n");                                                                                                   \
  }

TEST (signed_byte, signed char)
TEST (byte, unsigned char)
TEST (half, short)
TEST (unsigned_half, unsigned short)
TEST (word, int)
TEST (unsigned_word, unsigned)
TEST (wide, long)

int
main (void)
{
  int numbers[] = { -1, 1, -100, 127, -32768, 0x4321 };
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
      signed_byte (numbers[i]);
      byte (numbers[i]);
      half (numbers[i]);
      unsigned_half (numbers[i]);
      word (numbers[i]);
      unsigned_word (numbers[i]);
      wide (numbers[i]);
    }
  return 0;
}
