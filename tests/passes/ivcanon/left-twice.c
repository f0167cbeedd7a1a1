/* Where loops change as the CFG is cleaned, what they compute leaves them through φs again.  */
/* { dg-do compile } */
/* { dg-options "-Os -fchecking -fdump-tree-ivcanon" } */

long write (void *, const unsigned char *, unsigned long);
extern int present, sum;
long f (void *file, const unsigned char *p, unsigned long count)
{
  long out = 0;
  while (count)
    {
      long rv = write (file, p, count);
      if (rv < 0)
        {
          if (rv == -4 || rv == -11)
            continue;
          return out ? out : rv;
        }
      else if (rv == 0)
        break;
      if (present)
        for (long i = 0; i < rv; i++)
          sum += p[i];
      p += rv;
      out += rv;
      count -= rv;
    }
  return out;
}

/* { dg-final { scan-tree-dump "out_\[0-9\]* = PHI <out_" "ivcanon" } } */
