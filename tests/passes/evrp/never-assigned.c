/* What is converted from the result of a call that does not return is left out when the function is lowered: its name has
   no statement, not that of another. */
/* { dg-do compile } */
/* { dg-options "-O2" } */
__attribute__ ((noreturn)) int
bad (char c)
{
  for (;;)
    ;
}

void
token (char c)
{
  unsigned s;
  for (unsigned i = 0; i < 1u; ++i)
    ;
  switch (c)
    {
    case 1:
      s = bad (c);
    }
}
