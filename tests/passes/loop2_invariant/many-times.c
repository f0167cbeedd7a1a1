/* { dg-do compile } */
/* { dg-options "-Os" } */

/* Where a loop uses more values than there are registers, what it computes in very many places is still kept in one: reading
   it back costs less than computing it each time. */
struct s { char before[53000]; unsigned short n[6]; };
void work (struct s **p, const unsigned char *t, int n)
{
  struct s *a = p[0], *b = p[1], *c = p[2], *d = p[3], *e = p[4], *f = p[5], *g = p[6], *h = p[7], *i = p[8], *j = p[9],
	   *k = p[10], *l = p[11], *m = p[12], *o = p[13], *q = p[14], *r = p[15], *u = p[16], *v = p[17], *w = p[18];
  for (int x = 0; x < n; x++)
    {
      a[t[x]].n[0] += b[t[x]].n[1] + c[t[x]].n[2] + d[t[x]].n[3] + e[t[x]].n[4];
      f[t[x]].n[0] += g[t[x]].n[1] + h[t[x]].n[2] + i[t[x]].n[3] + j[t[x]].n[4];
      k[t[x]].n[0] += l[t[x]].n[1] + m[t[x]].n[2] + o[t[x]].n[3] + q[t[x]].n[4];
      r[t[x]].n[0] += u[t[x]].n[1] + v[t[x]].n[2] + w[t[x]].n[3];
    }
}

/* { dg-final { scan-assembler-times {\tli\t[a-z0-9]+,53248\n} 1 } } */
