/* { dg-do compile } */
/* { dg-options "-O0 -fchecking -fdump-rtl-reload" } */

/* The loads of X share the reference to where it is; the first of them is needed by nobody, and goes while the dump still shows
   the frame's register. */
typedef int v4 __attribute__ ((vector_size (16)));
v4 sum (int x, v4 a, int y) { return a + (v4) { x, y, x, y }; }
/* { dg-final { scan-rtl-dump "mem/c:SI \\(plus:DI \\(reg/f:DI 8 s0\\)" "reload" } } */
