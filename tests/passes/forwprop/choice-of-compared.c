/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2 -fdump-tree-forwprop4" } */

/* What moves out of a loop with its condition is a choice by a comparison inside the operand. One between one and zero
   becomes the comparison, which has a name then. */
long
f (unsigned char *p, unsigned long v, long w, int n)
{
  for (long j = 0; j <= n; j += 1)
    {
      for (unsigned i = 0; i < ((w + 4) & 7); i++)
        {
          w = ((long) ((unsigned long) ((v == 5 && (unsigned char) (v + 15)) + (v == 1 ? 64 : w + 18)) % 19) - 9);
          (*p) = (!i ? i : (-16));
        }
      (*p) >>= 6;
    }
  return w + *p;
}

/* { dg-final { scan-tree-dump " == 5 \\? 1 : 0;" "lim2" } } */
/* { dg-final { scan-tree-dump {(_[0-9]+) = v_[0-9]+\(D\) == 5;\n +_[0-9]+ = \(long int\) \1;} "forwprop4" } } */
