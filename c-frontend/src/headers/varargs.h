/* The variable arguments of K&R C are gone. */
#error "<varargs.h> is no longer implemented: use <stdarg.h>"
