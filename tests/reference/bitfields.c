/* Bit-fields read and written. */
struct flags { unsigned a : 1; int b : 5; unsigned c : 10; };

int sum (struct flags *f) { return f->a + f->b + f->c; }

void
update (struct flags *f, int v)
{
  f->a = v;
  f->b -= 3;
  f->c = f->c + 1;
}

int test (struct flags f) { return f.a && f.b > 2; }
