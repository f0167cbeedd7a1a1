/* Global variables, static locals, volatile. */
int counter;
static int hidden = 3;
volatile int device;
extern char **environ;

int next (void) { return ++counter; }

int
remember (int x)
{
  static int last = 5;
  int r = last;
  last = x + hidden;
  return r;
}

int
poll (void)
{
  while (device)
    hidden++;
  device = 0;
  return hidden;
}

char *first (void) { return environ[0]; }
