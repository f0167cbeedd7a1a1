int f (int x, int y)
{
  int low = x & 15;
  int other = y & 255;
  return (low & 255) + (other & 15);
}
