/* { dg-do run } */
/* { dg-options "-O2 -fchecking -fdump-tree-einline" } */

/* The addresses of the frame and of the caller are those of the function that another is inlined in. */
static inline __attribute__ ((always_inline)) void *frame (void) { return __builtin_frame_address (0); }
static inline __attribute__ ((always_inline)) void *caller (void) { return __builtin_return_address (0); }

__attribute__ ((noipa)) int same (void)
{
  return frame () == __builtin_frame_address (0) && caller () == __builtin_return_address (0);
}

int main (void)
{
  if (!same ())
    __builtin_abort ();
  return 0;
}
/* { dg-final { scan-tree-dump-not "= (frame|caller) \\(" "einline" } } */
