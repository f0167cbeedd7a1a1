/* What was split off a function costs more where it would keep the rest from going into callers; and how both ways of a
   condition end is executed whatever the parameter is. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline-details" } */
int sink;

static void
callee (int *p, int i)
{
  if (i < 0)
    p[i + 10] = sink;
  else
    p[i] = sink * 3;
}

void
b (int *p, int i)
{
  callee (p, i);
  callee (p + 2, i);
}
/* { dg-final { scan-ipa-dump "Wrapper penalty. Increasing growth -6 to " "inline" } } */
/* { dg-final { scan-ipa-dump "size:3.000000, time:2.000000,  executed if:.not inlined.\n    size:2.000000, time:2.000000,  nonconst if:.op1 changed." "inline" } } */
