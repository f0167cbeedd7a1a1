int a[4], b[4], c[4], m[2][3], e[3], g[3];
void f1 (void) { for (int i = 0; i < 3; i++) { a[i] = 0; b[i] = c[i] ^ 3; } }
void f2 (void) { for (int i = 0; i < 3; i++) { b[i] = c[i] ^ 3; a[i] = -1; } }
void f3 (void) { for (int i = 0; i < 3; i++) { a[i] = 0; b[i] = a[i + 1]; } }
void f4 (void) { for (int i = 1; i < 4; i++) { a[i] = 0; b[i] = a[i - 1]; } }
void f5 (void) { for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) m[i][j] = 0; }
void f6 (void) { for (int i = 2; i >= 0; i--) { a[i] = 0; if (c[i]) b[i] = c[i]; } }
int f7 (void) { int s = 0; for (int i = 0; i < 3; i++) { s ^= c[i]; a[i] = 0; } return s; }
void f8 (void) { for (int i = 1; i < 4; i++) { a[i] = a[i - 1] ^ b[i]; e[i - 1] = g[i - 1] & 5; } }
