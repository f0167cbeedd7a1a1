/* Comma expressions as operands: their first parts move to the front; conversions move in. Sequence points stay. */
int f (void);
int g (int);
int x, *p, arr[10];
long l;
double d;
_Bool truth;
unsigned char c;
volatile int v;
char *text;
_Complex double z;
struct s { int a, b : 3; unsigned u : 5; } s, *sp;
volatile struct s vs;

int before_decrement (void) { return *p-- < (f (), 5); }
int before_call (void) { return g (2) + (f (), x); }
int behind_call (void) { return g (4) + ((f (), 3) - (x++, 4)); }
int both (void) { return (g (2), 3) + (f (), x); }
int compared (void) { return (g (7) != 0) < (f (), x < 3); }
int chosen (void) { return (x ? f () : 3) + (x--, v); }
char *pointer (void) { return text++ + (g (3), x); }
void elements (void) { p[(f (), 1)] = g (3); text[(g (3), x)]++; *((g (1), p) + 1) = 5; }
_Complex double of_parts (void) { return __builtin_complex ((f (), d), (g (3), d)); }
double real_part (void) { return __real__ (f (), z); }
void saved (void) { x *= (f (), 5); x -= (g (2), v); x *= g (1) + x; x |= g (4) & 4; }
int members (void) { return (f (), s).a + (f (), *sp).b; }
void integers (void) { x = (g (1), l); l = (g (1), x); c = (g (1), x + 1); s.b = (g (1), 5); s.u = (g (1), x + 1); }
void comparisons (void) { l = (g (1), x == 3); d = (g (1), x == 3); l = (g (1), !x); }
void reals (void) { d = (g (1), x); d = (g (1), 3); x = (g (2), 3.7); z = (g (1), x); z = (g (1), d); }
void truths (void) { truth = (g (1), x); truth = (g (1), 4); truth = (g (1), x > 3); truth = (g (1), z); }
int volatile_first (void) { return g ((vs, v, x)); }
int sequence_points (void) { return (g (1), x) && 1; }
int both_ways (void) { return (g (1) && 1 && x) || (g (3) || 0); }
int ranges (void) { return ((f () > 3) && 1) + ((f () == 3) || 0) + ((f () != 3) && 1); }
int absorbed (void) { return (x & f ()) | x; }
unsigned short u16, *pu;
int *volatile moving;
int without_effects (void) { return (*pu < (unsigned short) x) + (moving == 0) + ((char *) moving == text); }
int with_effects (void) { return sp->u == g (1) || (const int *) p > moving || moving; }
int through (void) { return *moving + moving[3]; }
