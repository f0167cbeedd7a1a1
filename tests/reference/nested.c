/* Nested functions: frames and chains.  */
int
outer (int n, int k)
{
  int total = 0;
  int arr[4];
  int add (int x)
  {
    int inner (int y) { total++; return y + k; }
    total += x + n;
    arr[x & 3] = inner (x);
    return total;
  }
  int direct (void) { return add (5) + n; }
  int pure_one (int x) { return x * 2; }
  direct ();
  pure_one (3);
  return total + arr[1];
}
int main (void) { return outer (3, 4); }
