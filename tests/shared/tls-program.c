/* Uses the variables of tls-library.c, in two threads. */
#include <stdio.h>
#include <pthread.h>
int next (int); int *address (void);
extern __thread int gd;
__thread int own = 7;
static void *run (void *p) { printf ("%d %d %d\n", next (1), gd, ++own); return &gd == address () ? p : 0; }
int main (void)
{
  pthread_t t; void *r = 0;
  printf ("%d %d\n", next (0), own);
  pthread_create (&t, 0, run, main);
  pthread_join (t, &r);
  printf ("%d %d %d %d\n", next (0), gd, own, r == main);
  return 0;
}
