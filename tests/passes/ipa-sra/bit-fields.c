/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fchecking -fdump-ipa-sra-details" } */
extern void abort (void);

/* A bit-field is never passed in the place of its structure, even if it takes whole bytes: what a register of its mode is
   loaded with are its neighbours as well. One that fills its mode is no bit-field. */
struct s24 { unsigned lo : 24; unsigned hi : 8; };
struct s40 { unsigned long lo : 40; unsigned long hi : 24; };
struct s16 { unsigned lo : 16; unsigned hi : 16; };
struct packed { signed lo : 24; int x; } __attribute__ ((packed));
struct whole { unsigned char pad; unsigned w : 24; };

__attribute__ ((noinline)) static unsigned g24 (struct s24 s) { return s.lo; }
__attribute__ ((noinline)) static unsigned long g40 (struct s40 *s) { return s->lo; }
__attribute__ ((noinline)) static unsigned g16 (struct s16 s) { return s.lo; }
__attribute__ ((noinline)) static long gpacked (struct packed *s) { return s->lo; }
__attribute__ ((noinline)) static unsigned gwhole (struct whole *s) { return s->w; }

__attribute__ ((noinline)) unsigned h24 (struct s24 s) { return g24 (s); }
__attribute__ ((noinline)) unsigned long h40 (struct s40 *s) { return g40 (s); }
__attribute__ ((noinline)) unsigned h16 (struct s16 s) { return g16 (s); }
__attribute__ ((noinline)) long hpacked (struct packed *s) { return gpacked (s); }
__attribute__ ((noinline)) unsigned hwhole (struct whole *s) { return gwhole (s); }

int main (void)
{
  struct s24 a = { 5, 255 };
  struct s40 b = { 6, -1 };
  struct s16 c = { 7, -1 };
  struct packed d = { -8, 0x5555aaaa };
  struct whole e = { 255, 0x810203 };
  if (h24 (a) != 5 || h40 (&b) != 6 || h16 (c) != 7 || hpacked (&d) != -8 || hwhole (&e) != 0x810203)
    abort ();
  return 0;
}
/* { dg-final { scan-ipa-dump-times "Encountered a bit-field access" 4 "sra" } } */
/* { dg-final { scan-ipa-dump "Created new node g16.isra" "sra" } } */
/* { dg-final { scan-ipa-dump-times "Created new node" 1 "sra" } } */
