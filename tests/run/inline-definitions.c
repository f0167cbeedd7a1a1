/* An inline definition is an external one where any declaration of it lacks `inline` or has `extern`. */
int printf (const char *, ...);

int plain (int);
inline int plain (int x) { return x + 1; }

inline int later (int x) { return x + 2; }
extern int later (int);

extern inline int both (int x) { return x + 3; }

inline int first (int);
int first (int x) { return x + 4; }

int
main (void)
{
  int (*table[]) (int) = { plain, later, both, first };
  for (int i = 0; i < 4; i++)
    printf ("%d\n", table[i] (10 * i));
  return 0;
}
