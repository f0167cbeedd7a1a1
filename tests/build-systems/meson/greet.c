#include "greet.h"
#include <stdio.h>

int greet (int times)
{
  for (int i = 0; i < times; i++)
    puts ("hello");
  return times;
}
