/* gdb
   > break here
   > continue
   > print *fresh
   $1 = {value = 0, next = 0x0}
   > print value
   $2 = 0
   > print head
   $3 = (struct node *) 0x0
   > break end
   > delete 1
   > continue
   > print *list->next
   $4 = {value = 1, next = 0xADDR}
   > print list->next->next->value
   $5 = 0
   > ptype list
   type = struct node {
       int value;
       struct node *next;
   } *
   > print sizeof (*list)
   $6 = 16
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
