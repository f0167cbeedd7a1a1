/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-icf-details" } */
int ext (int);
int other (int);
struct s { int a, b; };
struct t { int a, b; };
#define F(N) __attribute__ ((noinline)) int N

/* Of each two, something is different: the types of what is in memory, */
F (s1) (struct s *p) { return p->a + p->b; }
F (t1) (struct t *p) { return p->a + p->b; }
/* which cases there are, */
F (c1) (int a) { switch (a) { case 1: return ext (2); case 5: return ext (9); case 9: return ext (7); case 70: return ext (1); } return 0; }
F (c2) (int a) { switch (a) { case 1: return ext (2); case 5: return ext (9); case 9: return ext (7); case 71: return ext (1); } return 0; }
/* what is called, */
F (d1) (int a) { return ext (a - 1) + 4; }
F (d2) (int a) { return other (a - 1) + 4; }
/* which parameter is, */
F (e1) (int a, int (*p) (void), int (*q) (void)) { return a ? p () : q (); }
F (e2) (int a, int (*p) (void), int (*q) (void)) { return a ? q () : p (); }
/* how large a local array is, */
F (h1) (int a) { char b[40]; return ext ((int) (long) &b[a]) + b[0]; }
F (h2) (int a) { char b[44]; return ext ((int) (long) &b[a]) + b[0]; }
/* attributes, */
__attribute__ ((cold)) F (k1) (int a) { return ext (a) + 11; }
F (k2) (int a) { return ext (a) + 11; }
/* what an address is of, */
static int x1, x2;
F (l1) (void) { return ext ((int) (long) &x1) + 12; }
F (l2) (void) { return ext ((int) (long) &x2) + 12; }
/* and the sign. */
F (m1) (int a) { return ext (a / 5); }
F (m2) (unsigned a) { return ext (a / 5); }

/* { dg-final { scan-ipa-dump-not "Semantic equality hit" "icf" } } */
/* { dg-final { scan-ipa-dump "Equal symbols: 0" "icf" } } */
/* { dg-final { scan-ipa-dump "false returned: 'case low values are different'" "icf" } } */
/* { dg-final { scan-ipa-dump "false returned: 'decl_or_type flags are different'" "icf" } } */
/* { dg-final { scan-ipa-dump "false returned: 'different references'" "icf" } } */
