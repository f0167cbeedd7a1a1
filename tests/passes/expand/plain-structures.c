/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-expand" } */

/* Without optimisation a structure of two words comes back as a pair of registers, of which the parts are stored; and it is
   put together in words before it is returned, piece by piece where its type is aligned to less. */

struct pair { long x, y; };
struct halves { int x, y; };
struct pair pair_of (void);
struct pair all;
struct halves some;

void
take (void)
{
  all = pair_of ();
}

struct pair
give (void)
{
  return all;
}

struct halves
give_halves (void)
{
  return some;
}

/* { dg-final { scan-rtl-dump {\(set \(reg:TI 10 a0\)\s+\(call} "expand" } } */
/* { dg-final { scan-rtl-dump {\(clobber \(reg:TI 72\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\[[0-9]+ all\+8 S8 A64\]\)\s+\(subreg:DI \(reg:TI 72\) 8\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(set \(subreg:DI \(reg:TI 72 \[ <retval> \]\) 8\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(use \(reg/i:TI 10 a0\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(zero_extend:DI \(mem/c:SI} "expand" } } */
/* { dg-final { scan-rtl-dump {\[[0-9]+ some\+0 S8 A64\]} "expand" } } */
