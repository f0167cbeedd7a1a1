/* Loops over matrices: what does not change in the inner one is moved out. */
void
scale (int n, double m[n][8], double by)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      m[i][j] *= by;
}

double
trace (double (*m)[4])
{
  double t = 0;
  for (int i = 0; i < 4; i++)
    t += m[i][i];
  return t;
}

void
add_to (int *to, const int *from, int *count, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += from[i] + *count;
}
