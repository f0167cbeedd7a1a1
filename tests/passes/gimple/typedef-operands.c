/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original" } */

/* Types of operands where typedefs, qualifiers and enumerations meet. */

typedef double number;
typedef unsigned instruction;
enum kind { A, B, C, D, E, F };
struct proto { instruction *code; };
struct marked { unsigned char m; unsigned short s; };
static const char *const key = "the key";
number value (int);
void take (const char *);

/* { dg-final { scan-tree-dump "\\(double\\) value \\(1\\) \\* 2.5e\\+0" "original" } } */
number scaled (void) { return value (1) * 2.5; }

/* { dg-final { scan-tree-dump "return pc - \\(instruction \\*\\) p->code|return \\(pc - \\(instruction \\*\\) p->code\\) /\\\[ex\\\] 4" "original" } } */
long distance (const instruction *pc, const struct proto *p) { return pc - p->code; }

/* { dg-final { scan-tree-dump "\\(unsigned int\\) k \\+ 4294967294 <= 1" "original" } } */
int between (enum kind k) { return k >= C && k <= D; }

/* { dg-final { scan-tree-dump "take \\(\\(const char \\*\\) \"the key\"\\)" "original" } } */
void known (void) { take (key); }

/* { dg-final { scan-tree-dump "x->m = x->m & 199\\(OVF\\)" "original" } } */
void cleared (struct marked *x) { x->m &= (unsigned char) ~56; }

/* { dg-final { scan-tree-dump "x->s = x->s \\| 32769;" "original" } } */
void set (struct marked *x) { x->s |= 0x8001; }
