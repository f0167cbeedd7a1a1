# Autoconf's checks see what is there and what is not, Automake tracks headers, Libtool makes both kinds of libraries.
mkdir aux
autoreconf -fi
./configure --host=riscv64-linux-gnu CC="$CC" CFLAGS=-O1
grep '^with_gcc=yes' libtool
grep 'ac_cv_func_puts=.*yes' config.log
grep 'ac_cv_func_no_such_function=.*no' config.log
grep 'ac_cv_header_unistd_h=.*yes' config.log
grep 'ac_cv_header_no_such_header_h=.*no' config.log
grep 'ac_cv_sizeof_void_p=.*8' config.log
grep 'am_cv_CC_dependencies_compiler_type=.*gcc3' config.log
make
riscv64-linux-gnu-nm -D .libs/libgreet.so.2.1.2 | grep ' T greet'
riscv64-linux-gnu-nm .libs/libgreet.a | grep ' T greet'
LD_LIBRARY_PATH= $RUN -E LD_LIBRARY_PATH=.libs .libs/main
touch greet.h
make -n | grep main.c
