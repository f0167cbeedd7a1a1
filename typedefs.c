/* gdb
   > break here
   > continue
   > whatis c
   > whatis count
   > ptype c
   > ptype point
   > ptype node
   > whatis all
   > ptype list
   > whatis *all
   > print *all
   > print v
   > whatis v
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
