/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-expand" } */

/* Without optimization the bits of a bit-field are replaced in the largest
   aligned unit that belongs to the bit-fields alone; what no unit holds is
   stored in pieces.  A load takes all of an aligned word.  */
struct s { int a; char b; unsigned c : 3; unsigned d : 9; int e : 12; };
struct packed { char c; int i; } __attribute__ ((packed));
union u { int i; unsigned b : 7; };

void set_c (struct s *p) { p->c = 1; }
void set_d (struct s *p) { p->d = 2; }
unsigned get_d (struct s *p) { return p->d; }
int get_e (struct s *p) { return p->e; }
int get_i (struct packed *p) { return p->i; }
void set_b (union u *p) { p->b = 0; }
int member (union u *p) { return p->i; }

/* What reaches beyond the member is part of no known object.  */
/* { dg-final { scan-rtl-dump "\\(zero_extend:DI \\(mem/j:QI \\(plus:DI \\(reg/f:DI 72\\)\[ \n\]+\\(const_int 5 \\\[0x5\\\]\\)\\) \\\[0 \\+0 S1 A8\\\]\\)\\)" "expand" } } */
/* { dg-final { scan-rtl-dump "\\(and:DI \\(subreg:DI \\(reg:QI 75\\) 0\\)\[ \n\]+\\(const_int -8 .*\\(ior:DI \\(subreg:DI \\(reg:QI 78\\) 0\\)\[ \n\]+\\(const_int 1 " "expand" } } */
/* { dg-final { scan-rtl-dump "mem/j:QI \\(plus:DI \\(reg/f:DI 72\\)\[ \n\]+\\(const_int 6 \\\[0x6\\\]\\)\\) \\\[2 p_2\\(D\\)->d\\+1 S1 A8\\\]" "expand" } } */
/* { dg-final { scan-rtl-dump "sign_extend:DI \\(mem:SI \\(plus:DI \\(reg/f:DI \[0-9\]+\\)\[ \n\]+\\(const_int 4 \\\[0x4\\\]\\)\\) \\\[2 \\*p_3\\(D\\)\\+4 S4 A32\\\]" "expand" } } */
/* { dg-final { scan-rtl-dump "lshiftrt:SI .*ashiftrt:" "expand" } } */
/* { dg-final { scan-rtl-dump-times "zero_extend:DI \\(mem:QI" 4 "expand" } } */
/* { dg-final { scan-rtl-dump "mem/j:QI \\(reg/f:DI \[0-9\]+\\) \\\[\[0-9\]+ p_2\\(D\\)->b\\+0 S1 A32\\\]" "expand" } } */
/* { dg-final { scan-rtl-dump "mem/j:SI \\(reg/f:DI \[0-9\]+\\) \\\[\[0-9\]+ p_2\\(D\\)->i\\+0 S4 A32\\\]" "expand" } } */
