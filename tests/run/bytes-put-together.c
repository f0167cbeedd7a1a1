/* Bytes put together in both orders, from places of all alignments, signed and not, and with parts missing.  */
#include <stdio.h>

static unsigned char data[24] = { 0x81, 0x12, 0xf3, 0x24, 0x95, 0x46, 0xc7, 0x68, 0xe9, 0x1a, 0xbb, 0x2c,
				  0xdd, 0x3e, 0xff, 0x10, 0x91, 0x52, 0xa3, 0x64, 0xb5, 0x76, 0xd7, 0x38 };

#define F(t, name, body) static __attribute__ ((noipa)) t name (const unsigned char *p) { return body; }
F (unsigned short, le16, p[0] | p[1] << 8)
F (unsigned short, be16, p[0] << 8 | p[1])
F (short, sle16, p[0] | p[1] << 8)
F (unsigned, le24, p[0] | p[1] << 8 | p[2] << 16)
F (unsigned, le32, p[0] | p[1] << 8 | p[2] << 16 | (unsigned) p[3] << 24)
F (int, sle32, p[0] + (p[1] << 8) + (p[2] << 16) + (int) ((unsigned) p[3] << 24))
F (unsigned, be32, p[3] | p[2] << 8 | p[1] << 16 | (unsigned) p[0] << 24)
F (unsigned long, le64, le32 (p) | (unsigned long) le32 (p + 4) << 32)
F (unsigned long, all64, (unsigned long) p[0] | (unsigned long) p[1] << 8 | (unsigned long) p[2] << 16
   | (unsigned long) p[3] << 24 | (unsigned long) p[4] << 32 | (unsigned long) p[5] << 40
   | (unsigned long) p[6] << 48 | (unsigned long) p[7] << 56)
F (unsigned, twice, p[0] | p[0] << 8)
F (unsigned, gap, p[0] | p[2] << 8)
F (unsigned, added, (p[0] | p[1] << 8) + p[1])
F (unsigned, sign, (unsigned) ((signed char) p[0] | p[1] << 8))
F (unsigned short, swapped, (unsigned short) (*(unsigned short *) data >> 8 | *(unsigned short *) data << 8) ^ p[0])

static __attribute__ ((noipa)) unsigned
changed (unsigned char *p)
{
  unsigned low = p[0];
  p[1]++;
  return low | p[1] << 8;
}

static __attribute__ ((noipa)) unsigned
element (unsigned char (*p)[4], long i)
{
  return p[i][0] | p[i][1] << 8 | p[i][2] << 16 | (unsigned) p[i][3] << 24;
}

static __attribute__ ((noipa)) unsigned
sometimes (const unsigned char *p, int n)
{
  unsigned v = p[0];
  if (n > 1)
    v |= p[1] << 8;
  if (n > 2)
    v |= p[2] << 16;
  return v;
}

int
main (void)
{
  for (int i = 0; i < 9; i++)
    {
      const unsigned char *p = data + i;
      printf ("%x %x %d %x %x %d %x %lx %lx\n", le16 (p), be16 (p), sle16 (p), le24 (p), le32 (p), sle32 (p), be32 (p),
	      le64 (p), all64 (p));
      printf ("%x %x %x %x %x %x %x\n", twice (p), gap (p), added (p), sign (p), swapped (p), sometimes (p, 1),
	      sometimes (p, i));
    }
  printf ("%x %x %x\n", element ((unsigned char (*)[4]) data, 3), changed (data), changed (data + 5));
}
