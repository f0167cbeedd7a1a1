/* { dg-do run } */
/* { dg-options "-O2 -fgimple" } */

/* A body in SSA form, with blocks, a loop and memory. */

extern void abort (void);
int memory[4];

int __GIMPLE (ssa)
sum (int n)
{
  int i;
  int total;
  int _1;

  __BB(2):
  goto __BB4;

  __BB(3):
  _1 = memory[i_3];
  total_4 = total_2 + _1;
  i_5 = i_3 + 1;
  goto __BB4;

  __BB(4):
  i_3 = __PHI (__BB2: 0, __BB3: i_5);
  total_2 = __PHI (__BB2: 0, __BB3: total_4);
  if (i_3 < n_6(D))
    goto __BB3;
  else
    goto __BB5;

  __BB(5):
  return total_2;
}

int __GIMPLE (ssa)
pick (int which, int * p)
{
  int r;

  __BB(2):
  switch (which_2(D)) {default: L2; case 0: L0; case 5: L1; }

  __BB(3):
L0:
  r_3 = __MEM <int> ((char *)p_7(D) + 4);
  goto __BB6;

  __BB(4):
L1:
  r_4 = -3;
  goto __BB6;

  __BB(5):
L2:
  r_5 = *p_7(D);
  goto __BB6;

  __BB(6):
  r_1 = __PHI (__BB3: r_3, __BB4: r_4, __BB5: r_5);
  return r_1;
}

int
main (void)
{
  for (int i = 0; i < 4; i++)
    memory[i] = 10 + i;
  if (sum (4) != 46 || sum (0) != 0)
    abort ();
  if (pick (0, memory) != 11 || pick (5, memory) != -3 || pick (9, memory) != 10)
    abort ();
  return 0;
}

