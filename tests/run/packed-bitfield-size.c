/* A bit-field under #pragma pack is aligned as the pragma says. */
extern int printf (const char *, ...);
#pragma pack(2)
struct s { char a; int b : 30; };
#pragma pack()
int main (void) { printf ("%d\n", (int) sizeof (struct s)); return 0; }
