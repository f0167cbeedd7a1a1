/* Checksums and a random number generator: unsigned arithmetic of two widths. */
#include <stdio.h>
#include <string.h>

static unsigned crc_table[256];

static void make_table(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    crc_table[i] = c;
  }
}

static unsigned crc(const void *data, int n) {
  const unsigned char *p = data;
  unsigned c = ~0u;
  while (n--)
    c = crc_table[(c ^ *p++) & 0xff] ^ c >> 8;
  return ~c;
}

static unsigned adler(const char *s) {
  unsigned a = 1, b = 0;
  for (; *s; s++) {
    a = (a + *s) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static unsigned long state = 88172645463325252ul;
static unsigned long xorshift(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

int main(void) {
  const char *s = "The quick brown fox jumps over the lazy dog";
  make_table();
  printf("%08x %08x\n", crc(s, strlen(s)), adler(s));
  for (int i = 0; i < 3; i++)
    printf("%lu ", xorshift());
  unsigned lcg = 1;
  for (int i = 0; i < 1000; i++)
    lcg = lcg * 1664525u + 1013904223u;
  printf("%u\n", lcg);
  return 0;
}
