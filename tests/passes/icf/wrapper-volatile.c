/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-tree-fixup_cfg3" } */

/* A volatile parameter is loaded before the call that a wrapper makes; names of what the call returns come last. */
int work (int, ...);
int first (volatile int x, int y) { return work (x, y) * 3 + work (7); }
int second (volatile int x, int y) { return work (x, y) * 3 + work (7); }
int third (int y) { return work (y) * 5; }
int fourth (int y) { return work (y) * 5; }
int fifth (int y) { return y * 5 / (y + 2) + 9; }
int sixth (int y) { return y * 5 / (y + 2) + 9; }

/* { dg-final { scan-tree-dump "arg\\.\[0-9\]+_2 ={v} x;\n  retval\\.\[0-9\]+_5 = first \\(arg\\.\[0-9\]+_2, y_3\\(D\\)\\)" "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump "retval\\.\[0-9\]+_4 = third \\(y_2\\(D\\)\\)" "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump "retval\\.\[0-9\]+_2 = fifth \\(y_1\\(D\\)\\)" "fixup_cfg3" } } */
