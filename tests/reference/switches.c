/* switch with ranges, fall-through, default in the middle, no default. */
int
classify (int c)
{
  switch (c)
    {
    case 'a' ... 'z':
      return 1;
    case '0':
    case '1':
      return 2;
    default:
      return 3;
    case -5:
      break;
    }
  return 0;
}

int
through (int x)
{
  int r = 0;
  switch (x)
    {
    case 3:
      r += 4;
    case 2:
      r += 2;
      break;
    case 1:
      r = 1;
    }
  return r;
}

long
wide (unsigned long x)
{
  switch (x)
    {
    case 0x100000000ul: return 1;
    case 7: return 2;
    }
  return 0;
}
