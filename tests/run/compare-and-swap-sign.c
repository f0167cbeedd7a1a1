/* A word is loaded with its sign extended: so is what compare-and-swap expects there. */
int printf (const char *, ...);

static unsigned word;
static int number;

__attribute__ ((noipa)) static int
of_wide (unsigned long from, unsigned long to)
{
  return __sync_bool_compare_and_swap (&word, (unsigned) from, (unsigned) to);
}

__attribute__ ((noipa)) static unsigned
value_of_wide (unsigned long from, unsigned long to)
{
  return __sync_val_compare_and_swap (&word, (unsigned) from, (unsigned) to);
}

__attribute__ ((noipa)) static int
exchanged (unsigned long *from, unsigned long to)
{
  unsigned expected = *from;
  int done = __atomic_compare_exchange_n (&word, &expected, (unsigned) to, 0, 5, 5);
  *from = expected;
  return done;
}

__attribute__ ((noipa)) static int
nand (unsigned long with)
{
  return __atomic_fetch_nand (&number, (int) with, 5);
}

__attribute__ ((noipa)) static int
shifted (unsigned long x)
{
  return __sync_bool_compare_and_swap (&word, (unsigned) (x >> 16), 3u);
}

int
main (void)
{
  word = 0x80000000u;
  printf ("%d", of_wide (0x80000000ul, 5));
  printf (" %u\n", word);
  word = 0xfffffffeu;
  printf ("%x", value_of_wide (0x1234fffffffeul, 0xabcd80000001ul));
  printf (" %x\n", word);
  unsigned long from = 0x7780000001ul;
  printf ("%d", exchanged (&from, 0x5590000000ul));
  printf (" %lx %x", from, word);
  printf (" %d", exchanged (&from, 1));
  printf (" %lx %x\n", from, word);
  number = -5;
  printf ("%d", nand (0x1f0f0f0f3ul));
  printf (" %d\n", number);
  word = 0x9abcdef0u;
  printf ("%d", shifted (0x12349abcdef01111ul));
  printf (" %u\n", word);
  return 0;
}
