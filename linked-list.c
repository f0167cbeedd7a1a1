/* gdb
   > break here
   > continue
   > print *fresh
   > print value
   > print head
   > break end
   > delete 1
   > continue
   > print *list->next
   > print list->next->next->value
   > ptype list
   > print sizeof (*list)
*/
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *push (struct node *head, int value)
{
  struct node *fresh = malloc (sizeof *fresh);
  fresh->value = value;
  fresh->next = head;
  return fresh; /* here */
}
int main (void)
{
  struct node *list = 0;
  for (int i = 0; i < 3; i++)
    list = push (list, i * i);
  return list->value; /* end */
}
