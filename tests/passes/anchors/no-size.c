/* Objects without a size share their place with what comes next.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct empty { };
static int numbers[100];
static struct empty first, second;
static int after[100];

void g (void *);
int f (int i)
{
  g (&first);
  g (numbers);
  g (&second);
  g (after);
  return numbers[i] + after[i];
}

/* { dg-final { scan-assembler {first:} } } */
/* { dg-final { scan-assembler {second:} } } */
