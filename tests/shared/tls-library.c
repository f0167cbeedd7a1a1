/* Variables of a thread in a shared library, by every model there is. */
__thread int gd = 1;
static __thread int ld1 = 2, ld2 = 3;
extern __thread int ie __attribute__ ((tls_model ("initial-exec")));
__thread int ie = 4;
static __thread int le __attribute__ ((tls_model ("local-dynamic"))) = 5;
int next (int k) { gd += k; ld1 += k; ld2 += k; ie += k; le += k; return gd * 10000 + ld1 * 1000 + ld2 * 100 + ie * 10 + le; }
int *address (void) { return &gd; }
