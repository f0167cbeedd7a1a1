/* Atomic builtins by the names that say the size. */
int printf (const char *, ...);

#define ATOMIC(N, T) \
static void atomic_##N (T v) \
{ \
  T x = 100, old = 1; \
  printf ("%d ", (int) __atomic_load_##N (&x, 5)); \
  __atomic_store_##N (&x, 90, 5); \
  printf ("%d ", (int) __atomic_exchange_##N (&x, 77, 5)); \
  printf ("%d ", __atomic_compare_exchange_##N (&x, &old, 4, 0, 5, 5)); \
  printf ("%d ", (int) old); \
  printf ("%d ", (int) __atomic_add_fetch_##N (&x, v, 5)); \
  printf ("%d ", (int) __atomic_sub_fetch_##N (&x, 3, 5)); \
  printf ("%d ", (int) __atomic_and_fetch_##N (&x, 0x7c, 5)); \
  printf ("%d ", (int) __atomic_or_fetch_##N (&x, 3, 5)); \
  printf ("%d ", (int) __atomic_xor_fetch_##N (&x, 0x55, 5)); \
  printf ("%d ", (int) __atomic_nand_fetch_##N (&x, v, 5)); \
  printf ("%d ", (int) __atomic_fetch_add_##N (&x, v, 5)); \
  printf ("%d ", (int) __atomic_fetch_sub_##N (&x, 3, 5)); \
  printf ("%d ", (int) __atomic_fetch_and_##N (&x, 0x7c, 5)); \
  printf ("%d ", (int) __atomic_fetch_or_##N (&x, 3, 5)); \
  printf ("%d ", (int) __atomic_fetch_xor_##N (&x, 0x55, 5)); \
  printf ("%d ", (int) __atomic_fetch_nand_##N (&x, v, 5)); \
  printf ("%d\n", (int) x); \
}
#define SYNC(N, T) \
static void sync_##N (T v) \
{ \
  T x = 100; \
  printf ("%d ", (int) __sync_fetch_and_add_##N (&x, v)); \
  printf ("%d ", (int) __sync_fetch_and_sub_##N (&x, 3)); \
  printf ("%d ", (int) __sync_fetch_and_and_##N (&x, 0x7c)); \
  printf ("%d ", (int) __sync_fetch_and_or_##N (&x, 3)); \
  printf ("%d ", (int) __sync_fetch_and_xor_##N (&x, 0x55)); \
  printf ("%d ", (int) __sync_fetch_and_nand_##N (&x, v)); \
  printf ("%d ", (int) __sync_add_and_fetch_##N (&x, v)); \
  printf ("%d ", (int) __sync_sub_and_fetch_##N (&x, 3)); \
  printf ("%d ", (int) __sync_and_and_fetch_##N (&x, 0x7c)); \
  printf ("%d ", (int) __sync_or_and_fetch_##N (&x, 3)); \
  printf ("%d ", (int) __sync_xor_and_fetch_##N (&x, 0x55)); \
  printf ("%d ", (int) __sync_nand_and_fetch_##N (&x, v)); \
  printf ("%d ", __sync_bool_compare_and_swap_##N (&x, 1, 2)); \
  printf ("%d ", (int) __sync_val_compare_and_swap_##N (&x, x, 2)); \
  printf ("%d ", (int) __sync_lock_test_and_set_##N (&x, 9)); \
  __sync_synchronize (); \
  __sync_lock_release_##N (&x); \
  printf ("%d\n", (int) x); \
}

ATOMIC (1, unsigned char)
ATOMIC (2, unsigned short)
ATOMIC (4, unsigned)
ATOMIC (8, unsigned long)
SYNC (4, unsigned)
SYNC (8, unsigned long)

int main (void)
{
  atomic_1 (29);
  atomic_2 (29);
  atomic_4 (29);
  atomic_8 (29);
  sync_4 (29);
  sync_8 (29);
  int i = 5, j = 6, k;
  __atomic_store (&i, &j, 5);
  __atomic_load (&i, &k, 5);
  __atomic_exchange (&i, &k, &j, 5);
  printf ("%d %d %d\n", i, j, k);
  printf ("%d %d\n", __atomic_always_lock_free (4, 0), __atomic_is_lock_free (8, 0));
  _Bool b = 0;
  printf ("%d ", __atomic_test_and_set (&b, 5));
  printf ("%d ", __atomic_test_and_set (&b, 5));
  __atomic_clear (&b, 5);
  __atomic_thread_fence (5);
  __atomic_signal_fence (5);
  printf ("%d\n", b);
  return 0;
}
