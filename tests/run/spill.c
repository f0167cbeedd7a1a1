/* More values alive at once than there are registers. */
#include <stdio.h>

static int mix(int a, int b) { return a * 31 + b; }

static int pressure(int n) {
  int a = n, b = a + 1, c = b * 2, d = c - 3, e = d ^ 4, f = e + a, g = f * b, h = g - c;
  int i = h + d, j = i * e, k = j ^ f, l = k + g, m = l - h, o = m * i, p = o + j, q = p ^ k;
  int r = q + l, s = r - m, t = s * o, u = t + p, v = u ^ q, w = v + r, x = w - s, y = x * t;
  for (int z = 0; z < 3; z++) {
    a = mix(a, y);
    b += a; c ^= b; d -= c; e += d; f ^= e; g += f; h -= g; i += h; j ^= i; k += j; l -= k;
    m += l; o ^= m; p += o; q -= p; r += q; s ^= r; t += s; u -= t; v += u; w ^= v; x += w; y -= x;
  }
  return a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q + r + s + t + u + v + w + x + y;
}

static double doubles(double a) {
  double v[4] = {a, a * 2, a * 3, a * 4};
  double b = a + 1, c = b * 2, d = c - 3, e = d + a, f = e * b, g = f - c, h = g + d, i = h * e;
  double j = i - f, k = j + g, l = k * h, m = l - i, n = m + j, o = n * k, p = o - l, q = p + m;
  double r = q + n, s = r - o, t = s + p, u = t - q;
  for (int z = 0; z < 2; z++) {
    v[z] += printf("%g\n", v[z]);
    b += v[z]; c -= b; d += c; e -= d; f += e; g -= f; h += g; i -= h; j += i; k -= j;
    l += k; m -= l; n += m; o -= n; p += o; q -= p; r += q; s -= r; t += s; u -= t;
  }
  return b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u;
}

int main(void) {
  printf("%d %d\n", pressure(1), pressure(-7));
  printf("%.10g\n", doubles(0.5));
  return 0;
}
