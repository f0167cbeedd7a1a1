/* The __atomic and __sync builtins of words and double words in line, loads and stores of any size. */
int printf (const char *, ...);

static int word = 5;
static long wide = 0x100000000l;
static signed char byte = -3;
static short half = 300;
static _Bool flag;

static void
words (void)
{
  printf ("%d", __atomic_fetch_add (&word, 3, 5));
  printf (" %d", __atomic_add_fetch (&word, -20, 0));
  printf (" %d", __atomic_fetch_sub (&word, 1, 2));
  printf (" %d", __atomic_or_fetch (&word, 0x40000000, 3));
  printf (" %d", __atomic_fetch_xor (&word, -1, 4));
  printf (" %d", __atomic_and_fetch (&word, 0xff0f, 5));
  printf (" %d", __atomic_fetch_nand (&word, 0xf, 5));
  printf (" %d", __atomic_nand_fetch (&word, 0x7f, 5));
  printf (" %d\n", __atomic_exchange_n (&word, 77, 5));
}

static void
doubles (void)
{
  printf ("%lx", __atomic_fetch_add (&wide, 0xfffffffffl, 5));
  printf (" %lx", __atomic_sub_fetch (&wide, 1, 5));
  printf (" %lx", __atomic_fetch_or (&wide, 1, 5));
  printf (" %lx", __atomic_nand_fetch (&wide, 3, 5));
  printf (" %lx\n", __atomic_load_n (&wide, 0));
}

static void
swaps (void)
{
  int expected = 76;
  int done = __atomic_compare_exchange_n (&word, &expected, 1, 0, 5, 5);
  printf ("%d %d %d", done, expected, word);
  done = __atomic_compare_exchange_n (&word, &expected, 1, 1, 2, 0);
  printf (" %d %d %d", done, expected, word);
  printf (" %d", __sync_val_compare_and_swap (&word, 1, 9));
  printf (" %d", __sync_bool_compare_and_swap (&word, 1, 10));
  printf (" %d", __sync_bool_compare_and_swap (&word, 9, 10));
  long other = 5, want = wide;
  printf (" %d", __atomic_compare_exchange (&wide, &want, &other, 0, 5, 0));
  printf (" %ld\n", wide);
}

static void
narrow (void)
{
  __atomic_store_n (&byte, -9, 5);
  __atomic_store_n (&half, -999, 3);
  printf ("%d %d", __atomic_load_n (&byte, 5), __atomic_load_n (&half, 2));
  printf (" %d %d", __atomic_test_and_set (&flag, 5), __atomic_test_and_set (&flag, 5));
  __atomic_clear (&flag, 5);
  printf (" %d", flag);
  int lock = 0;
  printf (" %d", __sync_lock_test_and_set (&lock, 1));
  printf (" %d", __sync_lock_test_and_set (&lock, 2));
  __sync_lock_release (&lock);
  __sync_synchronize ();
  __atomic_thread_fence (5);
  __atomic_signal_fence (5);
  printf (" %d", lock);
  printf (" %d %d\n", __sync_fetch_and_add (&lock, 4), __sync_xor_and_fetch (&lock, 5));
}

int
main (void)
{
  words ();
  doubles ();
  swaps ();
  narrow ();
  return 0;
}
