/* { dg-do compile } */
/* { dg-options "-O2 -fPIC" } */

/* In a shared object what may be preempted is found by __tls_get_addr; attributes choose otherwise. */
__thread int general;
__thread int initial __attribute__ ((tls_model ("initial-exec")));
static __thread int exec __attribute__ ((tls_model ("local-exec"))) = 1;
int read_general (void) { return general; }
int read_initial (void) { return initial; }
int *read_exec (void) { return &exec; }
__thread char raw[16] __attribute__ ((section (".tbss.raw")));

/* { dg-final { scan-assembler "la.tls.gd\ta0,general" } } */
/* { dg-final { scan-assembler-times "call\t__tls_get_addr@plt" 1 } } */
/* { dg-final { scan-assembler "la.tls.ie\t\[a-z0-9\]*,initial" } } */
/* { dg-final { scan-assembler "%tprel_lo\\(exec\\)" } } */
/* { dg-final { scan-assembler "\t.section\t.tbss,\"awT\",@nobits" } } */
/* { dg-final { scan-assembler "\t.section\t.tdata,\"awT\",@progbits" } } */
/* { dg-final { scan-assembler "\t.section\t.tbss.raw,\"awT\",@nobits" } } */
