#include "greet.h"

int main (void) { return greet (2) - 2; }
