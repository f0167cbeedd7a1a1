/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-expand" } */

/* Without optimisation only what says `__builtin_` is opened up: a few bytes are copied one by one, more by a call of which the
   arguments are in registers before. Arrays of bytes are stored as numbers where these are short. */

void *memcpy (void *, const void *, unsigned long);
void use (char *);

void
few (char *p, char *q)
{
  __builtin_memcpy (p, q, 3);
}

void
many (char *p)
{
  __builtin_memset (p, 0, 100);
}

void
literal (void)
{
  char s[6] = "ab";
  use (s);
}

/* { dg-final { scan-rtl-dump-times {MEM <char\[1:3\]> \[\(void \*\)q_3\(D\)\]\+[0-2] S1 A8} 3 "expand" } } */
/* { dg-final { scan-rtl-dump {MEM <char\[1:3\]> \[\(void \*\)p_2\(D\)\]\+2 S1 A8} "expand" } } */
/* { dg-final { scan-rtl-dump {\(set \(reg:DI 12 a2\)\s+\(reg:DI [0-9]+\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(expr_list:DI \(set \(reg:DI 10 a0\)\s+\(reg:DI 10 a0\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(const_int 609 \[0x261\]\)} "expand" } } */
/* { dg-final { scan-rtl-dump {s\+4 S2 A32\]\)\s+\(const_int 0 \[0\]\)} "expand" } } */
