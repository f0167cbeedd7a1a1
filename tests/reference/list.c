/* A linked list: pushed to, reversed, summed, searched. */
struct node
{
  struct node *next;
  int value;
};

struct node *
push (struct node *list, struct node *n, int value)
{
  n->value = value;
  n->next = list;
  return n;
}

struct node *
reverse (struct node *list)
{
  struct node *done = 0;
  while (list)
    {
      struct node *next = list->next;
      list->next = done;
      done = list;
      list = next;
    }
  return done;
}

int
has (struct node *list, int value)
{
  for (; list; list = list->next)
    if (list->value == value)
      return 1;
  return 0;
}
