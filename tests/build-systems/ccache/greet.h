/* What the library gives. */
int greet (int times);
