/* Sorting: bubble, insertion, quick, heap, merge, and the library's qsort. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 12
static const int input[N] = {5, -3, 12, 0, 7, 7, -20, 99, 4, 1, 8, 2};

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void bubble(int *v, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (v[j] > v[j + 1]) swap(&v[j], &v[j + 1]);
}
static void insertion(int *v, int n) {
  for (int i = 1; i < n; i++) {
    int x = v[i], j = i;
    for (; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];
    v[j] = x;
  }
}
static void quick(int *v, int n) {
  if (n < 2) return;
  int p = v[n / 2], i = 0, j = n - 1;
  for (;; i++, j--) {
    while (v[i] < p) i++;
    while (v[j] > p) j--;
    if (i >= j) break;
    swap(v + i, v + j);
  }
  quick(v, i);
  quick(v + i, n - i);
}
static void sift(int *v, int i, int n) {
  for (int c; (c = 2 * i + 1) < n; i = c) {
    if (c + 1 < n && v[c] < v[c + 1]) c++;
    if (v[i] >= v[c]) return;
    swap(&v[i], &v[c]);
  }
}
static void heap(int *v, int n) {
  for (int i = n / 2; i-- > 0;) sift(v, i, n);
  while (n > 1) { swap(&v[0], &v[--n]); sift(v, 0, n); }
}
static void merge(int *v, int n) {
  if (n < 2) return;
  int h = n / 2, t[N], i = 0, j = h, k = 0;
  merge(v, h);
  merge(v + h, n - h);
  while (i < h || j < n) t[k++] = j == n || (i < h && v[i] <= v[j]) ? v[i++] : v[j++];
  memcpy(v, t, n * sizeof *t);
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void library(int *v, int n) { qsort(v, n, sizeof *v, compare); }

int main(void) {
  void (*sorts[])(int *, int) = {bubble, insertion, quick, heap, merge, library};
  for (int s = 0; s < 6; s++) {
    int v[N];
    memcpy(v, input, sizeof v);
    sorts[s](v, N);
    for (int i = 0; i < N; i++) printf("%d ", v[i]);
    printf("\n");
  }
  return 0;
}
