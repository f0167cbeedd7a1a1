/* Vectors: what the front end makes of their operators, subscripts, masks and builtins. */
typedef int v4 __attribute__((vector_size(16)));
typedef int v2 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));
typedef char c8 __attribute__((vector_size(8)));
typedef char c4 __attribute__((vector_size(4)));
v4 add(v4 a, v4 b){ return a+b; }
v2 add2(v2 a, v2 b){ return a+b*3; }
c8 addc(c8 a, c8 b){ return a+b; }
c8 andc(c8 a, c8 b){ return a&b; }
c4 addc4(c4 a, c4 b){ return a-b; }
f4 fmul(f4 a, float s){ return a*s; }
v4 cmp(v4 a, v4 b){ return a<b; }
v4 sh(v4 a, int n){ return a<<n; }
v4 dv(v4 a){ return a/(v4){2,4,8,16}; }
v4 dv3(v4 a){ return a/3; }
v4 shuf(v4 a, v4 m){ return __builtin_shuffle(a,m); }
v4 shuf2(v4 a, v4 b){ return __builtin_shuffle(a,b,(v4){0,5,2,7}); }
v4 sv(v4 a, v4 b){ return __builtin_shufflevector(a,b,0,5,2,7); }
f4 cv(v4 a){ return __builtin_convertvector(a,f4); }
f4 bc(v4 a){ return (f4)a; }
v4 ctor(int a,int b){ return (v4){a,b,1,2}; }
v4 neg(v4 a){ return -a; }
v4 nt(v4 a){ return ~a; }
v4 g0 = {1,2,3,4};
typedef signed char c16 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef unsigned short us2 __attribute__((vector_size(4)));
typedef long l2 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef int v1 __attribute__((vector_size(4)));
c8 negc(c8 a){return -a;}
c16 negc16(c16 a, c16 b){return -a+b;}
s8 cmps(s8 a, s8 b){ return a==b;}
l2 cmpl(l2 a, l2 b){ return a>=b;}
v4 cmpf(f4 a, f4 b){ return a>=b;}
l2 cmpd(d2 a, d2 b){ return a!=b;}
v4 shuf3(v4 a, v4 b, v4 m){ return __builtin_shuffle(a,b,m); }
us2 us(us2 a, us2 b){ return (a+b)*(a&b); }
v4 ci(int a){ return (v4){a}; }
v4 uni(int a){ v4 x = {a,a,a,a}; return x*x+3; }
v4 andk(v4 a){ return a & (v4){1,2,3,4}; }
v4 andctor(v4 a, int b){ return a & (v4){b,b,b,b}; }
s8 cvn(f4 a){ v4 x= __builtin_convertvector(a,v4); return (s8)x; }
l2 sh2(l2 a, l2 b){ return a<<b;}
v1 one(v1 a, v1 b){ return a+b;}
c8 cmpc(c8 a, c8 b){ return a<b;}
v4 mx(v4 a, v4 b){ return (a<b)&b;}
struct s { int a; v4 v; } gs; v4 g, *p;
int part1(void){return g[1];}
int part2(void){return p[1][2];}
int part3(struct s *q){return q->v[2]+gs.v[0];}
void part4(struct s *q, int i){q->v[2]=1; gs.v[0]=2; g[3]=4; g[i]=5; p[i][i]=3; (*p)[1]=3;}
int part7(v4 a, v4 b){ return (a+b)[2]; }
int part8(v4 a, v4 b,int i){ return (a+b)[i]; }
v4 part9(int i){ return i? g : *p; }
void h(v4); void h2(int,...);
void part10(int i){ h(g); h((v4){1,2,3,i}); h2(1,g); }
int part11(v4 a) { return a[5]; }
int sub(v4 a, int i){ return a[i]+a[2]; }
void st(v4 a){ a[1]=5; g0=a; }
int part5(v4 a){ a[2]++; a[1]+=a[0]; return a[2]; }
int part6(void){ v4 a = {1,2,3,4}; v4 b = {}; b[1] = a[2]; return b[1]; }

/* Exclusive or and masks in comparisons. */
typedef int v4 __attribute__ ((vector_size (16)));

v4
differs (v4 *p, v4 *q)
{
  return (*p ^ *q) == *q;
}

v4
same_under_mask (v4 *p, v4 *q, v4 *r)
{
  return (*p & *r) != (*r & *q);
}

/* The result of an internal function is returned in no memory. */
_Bool
overflows (unsigned __int128 x)
{
  return __builtin_sub_overflow_p (x, 4096, (unsigned __int128) 0);
}
