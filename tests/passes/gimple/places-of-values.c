/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple-lineno" } */

/* Where operands, decayed arrays and truth values are: what has no place of its own is where it is asked for. */
extern int g (const char *);
extern void *buf[3];
struct { char b[4]; } u;
int a, c;
char *q;
short h;
void f (int *p, void *w)
{
  if (a < 3 && c)
    a = g ("x");
  q = u.b;
  if (w == buf)
    h = -h;
  p[a] = *++p;
  for (;;)
    {
      c += 1;
      if (!a || g ("y") == c)
        break;
    }
}

int main (void)
{
  f (&a, q);
}

/* { dg-final { scan-tree-dump {:13:9\] a.\d+_\d+ = a;} "gimple" } } */
/* { dg-final { scan-tree-dump {:13:13\] c.\d+_\d+ = c;} "gimple" } } */
/* { dg-final { scan-tree-dump {:14:9\] _\d+ = g \(\[[^\]]*:14:9\] "x"\);} "gimple" } } */
/* { dg-final { scan-tree-dump {:15:5\] q = \[[^\]]*:15:7\] &\[[^\]]*:15:8\] u.b;} "gimple" } } */
/* { dg-final { scan-tree-dump {:16:6\] if \(w == \[[^\]]*:16:9\] &buf\)} "gimple" } } */
/* { dg-final { scan-tree-dump {:17:7\] h.\d+_\d+ = h;} "gimple" } } */
/* { dg-final { scan-tree-dump {:18:8\] p = p \+ 4;} "gimple" } } */
/* { dg-final { scan-tree-dump {:21:9\] goto} "gimple" } } */
/* { dg-final { scan-tree-dump {:22:11\] a.\d+_\d+ = a;} "gimple" } } */
/* { dg-final { scan-tree-dump {\[<built-in>:0:0\] return} "gimple" } } */
