/* gdb
   > break here
   > continue
   > whatis c
   type = count
   > whatis count
   type = number
   > ptype c
   type = int
   > ptype point
   type = struct {
       count x;
       count y;
   }
   > ptype node
   type = struct node {
       struct node *next;
       point at;
   }
   > whatis all
   type = list
   > ptype list
   type = struct node {
       struct node *next;
       point at;
   } *
   > whatis *all
   type = struct node
   > print *all
   $1 = {next = 0x0, at = {x = 1, y = 2}}
   > print v
   $2 = {5, 6}
   > whatis v
   type = vector
*/
typedef int number;
typedef number count;
typedef struct { count x, y; } point;
typedef struct node { struct node *next; point at; } node, *list;
typedef count vector[2];
int main (void)
{
  count c = 4;
  node last = { 0, { 1, 2 } };
  list all = &last;
  vector v = { 5, 6 };
  return c + all->at.x + v[1]; /* here */
}
