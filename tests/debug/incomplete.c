/* gdb
   > break here
   > continue
   > print *h
   $1 = {hidden = 0x0, known = 5}
   > ptype s
   type = struct secret {
       <incomplete type>
   } *
   > ptype u
   type = union never {
       <incomplete type>
   } *
   > ptype struct holder
   type = struct holder {
       struct secret *hidden;
       int known;
   }
   > whatis h
   type = struct holder *
*/
struct secret;
struct holder { struct secret *hidden; int known; };
union never;
static int use (struct secret *s, union never *u, struct holder *h)
{
  return s == h->hidden && !u; /* here */
}
int main (void)
{
  struct holder h = { 0, 5 };
  return use (0, 0, &h);
}
