/* Parameters declared as arrays: the access attribute of the function's type. */
void f1 (int a[]) {}
void f2 (int a[4]) {}
void f3 (int n, int a[n]) {}
void f5 (int a[2][3]) {}
void f6 (int a[static 4]) {}
void f7 (int n, int a[n+1], int b[4], int c[]) {}
void f8 (int n, int a[static n]) {}
void f9 (int a[const 3], int *b) {}
void f10 (int a[*]);
void f10 (int a[5]) {}
void f11 (int [3], int *);
void f11 (int *a, int *b) {}
void f13 (int n, int a[n][4]) {}
static __attribute__((noinline)) void f14 (int a[]) {}
__attribute__((noinline)) void f15 (int n, int a[n]) {}
typedef int arr[7]; void f16 (arr a) {}
void f17 (int *a[3]) {}
int g; void f18 (int a[g]) {}
void f19 (int a[0]) {}
void f21 (a) int a[3]; {}
void f22 (int (*a)[3]) {}
void f27 (char a[100000000000]) {}
void a1(int *); void a1(int a[3]) {}
void a2(int a[3]); void a2(int *a) {}
void a3(int a[3]) __attribute__((noinline)); void a3(int *a) {}
void a4(int a[3]); __attribute__((noinline)) void a4(int *a) {}
void a5(char *a, char b[]) __attribute__((nonnull (1), noinline)); void a5(char *a, char b[]) {}
void a6(char *a, char b[]) __attribute__((nonnull (1), noinline)); void a6(char *a, char *b) {}
void a7(int a[]); void a7(int a[3]) {}
void a8(); void a8(int a[3]) {}
