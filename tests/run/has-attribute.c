/* __builtin_has_attribute of declarations, members, types and type names. */
int printf (const char *, ...);
#define ATTR(...) __attribute__ ((__VA_ARGS__))
#define HAS(x, ...) printf ("%d", __builtin_has_attribute (x, __VA_ARGS__))

ATTR (noreturn, cold) extern void stop (void);
ATTR (nonnull (2), alloc_size (1)) extern void *make (int, void *);
ATTR (nonnull) extern void all (void *, void *);
ATTR (section (".mine"), aligned (32)) int placed;
ATTR (visibility ("hidden"), unused) int hidden;
ATTR (format (printf, 1, 2)) void say (const char *, ...);
struct ATTR (packed, aligned (2)) packed { char c; int i; };
struct members { char c; ATTR (packed) int i; ATTR (aligned (8)) char d; };
union ATTR (transparent_union) either { int *i; float *f; };
typedef int wide ATTR (aligned (16));
typedef int any ATTR (may_alias);
typedef int vec ATTR (vector_size (16));
typedef ATTR (nonnull (1)) void taker (void *, void *);
extern void later (void);
extern ATTR (cold) void later (void);
ATTR (copy (make)) extern void *made (int, void *);

int main (void)
{
  struct members m;
  wide w; const wide cw = 0; vec v; int plain;
  ATTR (uninitialized) int loose;
  HAS (stop, noreturn); HAS (stop, __cold__); HAS (stop, hot); HAS (stop, const); HAS (main, noreturn);
  printf (" ");
  HAS (make, nonnull); HAS (make, nonnull (2)); HAS (make, nonnull (1)); HAS (make, alloc_size); HAS (make, alloc_size (2));
  HAS (all, nonnull); HAS (all, nonnull (2)); HAS (made, nonnull (2)); HAS (made, alloc_size (1));
  printf (" ");
  HAS (placed, section); HAS (placed, section (".mine")); HAS (placed, section (".other")); HAS (placed, aligned);
  HAS (placed, aligned (32)); HAS (placed, aligned (16)); HAS (hidden, visibility ("hidden")); HAS (hidden, visibility ("default"));
  HAS (hidden, unused); HAS (say, format); HAS (loose, uninitialized); HAS (plain, uninitialized);
  printf (" ");
  HAS (struct packed, packed); HAS (struct packed, aligned (2)); HAS (struct packed, aligned (4)); HAS (m, packed); HAS (m.i, packed);
  HAS (m.c, packed); HAS (m.d, aligned (8)); HAS (m.d, aligned (4)); HAS (union either, transparent_union); HAS (struct members, packed);
  printf (" ");
  HAS (wide, aligned); HAS (wide, aligned (16)); HAS (w, aligned (16)); HAS (cw, aligned (8)); HAS (any, may_alias); HAS (int, may_alias);
  HAS (ATTR (may_alias) int, may_alias); HAS (vec, vector_size); HAS (v, vector_size (16)); HAS (v[0], vector_size); HAS (int, aligned);
  HAS (int ATTR (aligned (8)), aligned (8)); HAS (taker, nonnull (1)); HAS (taker, nonnull (2));
  printf (" ");
  HAS (later, cold); HAS (w + 1, aligned);
  printf ("\n");
  return 0;
}
