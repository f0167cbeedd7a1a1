/* More values live across calls than registers that calls preserve. */
extern int printf (const char *, ...);
__attribute__ ((noipa)) long g (long x) { long s = 0; for (int i = 0; i < 40; i++) s = s * 3 + x; return s & 7; }
__attribute__ ((noipa)) long f (long *p)
{
  long a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], h = p[5], i = p[6], j = p[7], k = p[8], l = p[9], m = p[10], n = p[11], o = p[12], q = p[13], r = p[14], s = p[15];
  long z = a * b + c * d + e * h + i * j + k * l + m * n + o * q + r * s;
  z += g (a + b); z += a ^ s; z += g (z); z += b ^ r; z += g (z); z += c ^ q; z += g (z); z += d ^ o; z += g (z); z += e ^ n; z += g (z); z += h ^ m; z += g (z) + i * l; z += g (z) + j * k;
  return z + a + b + c + d + e + h + i + j + k + l + m + n + o + q + r + s;
}
int main (void) { long t[16]; for (int i = 0; i < 16; i++) t[i] = i * 37 + 11; printf ("%ld\n", f (t)); return 0; }
