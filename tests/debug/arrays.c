/* gdb
   > break here
   > continue
   > print matrix
   $1 = {{1, 2, 3}, {4, 5, 6}}
   > print matrix[1]
   $2 = {4, 5, 6}
   > print rows
   $3 = {{7, 8, 9}, {0, 0, 0}}
   > print text
   $4 = "some text"
   > print d
   $5 = {0.5, 1.5, 0, 0}
   > print d[1]@2
   $6 = {1.5, 0}
   > print tail.n
   $7 = 3
   > whatis matrix
   type = int [2][3]
   > ptype rows
   type = int [2][3]
   > whatis rows
   type = int [2][3]
   > whatis names
   type = const char *[2]
   > print sizeof (matrix)
   $8 = 24
*/
int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
typedef int row[3];
row rows[2] = { { 7, 8, 9 } };
char text[] = "some text";
struct tail { int n; char rest[]; } tail = { 3, "abc" };
int main (void)
{
  double d[4] = { 0.5, 1.5 };
  const char *names[] = { "one", "two" };
  return matrix[1][1] + rows[0][1] + text[0] + tail.n + (int) d[1] + names[0][0]; /* here */
}
