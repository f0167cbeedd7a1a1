/* gdb
   > break here
   > continue
   > print matrix
   > print matrix[1]
   > print rows
   > print text
   > print d
   > print d[1]@2
   > print tail.n
   > whatis matrix
   > ptype rows
   > whatis rows
   > whatis names
   > print sizeof (matrix)
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
