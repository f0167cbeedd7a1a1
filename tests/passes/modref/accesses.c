/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
struct s { int a, b, c; long d[4]; };

/* Which bits are read and written, from where a parameter points. */
void parts (struct s *p) { p->a = 1; p->c = 2; p->d[1] = 4; }
void run_of_ints (int *p) { p[2] = 1; p[0] = 1; p[1] = 1; }
void before (int *p) { p[-1] = 1; p[-2] = 2; }
void open_end (struct s *p, int i) { p->d[i] = 1; }
void somewhere (int *p, int i) { p[0] = 1; p[i] = 2; }
void bytes (char *p) { __builtin_memset (p, 0, 10); }

/* { dg-final { scan-tree-dump "access: Parm 0 param offset:0 offset:64 size:32 max_size:32" "modref1" } } */
/* { dg-final { scan-tree-dump "access: Parm 0 param offset:0 offset:192 size:64 max_size:64" "modref1" } } */
/* { dg-final { scan-tree-dump "access: Parm 0 param offset:0 offset:0 size:32 max_size:96" "modref1" } } */
/* { dg-final { scan-tree-dump "access: Parm 0 param offset:-8 offset:0 size:32 max_size:64" "modref1" } } */
/* { dg-final { scan-tree-dump "access: Parm 0 param offset:0 offset:128 size:64 max_size:-1" "modref1" } } */
/* { dg-final { scan-tree-dump-times "access: Parm 0\n" 1 "modref1" } } */
/* { dg-final { scan-tree-dump "access: Parm 0 param offset:0 offset:0 size:-1 max_size:80" "modref1" } } */
