# Preprocessed here, compiled by a server that is reached through a pipe, linked here.
mkdir bin tmp
printf '#!/bin/sh\nwhile [ "$1" != distccd ]; do shift; done\nshift\nexec distccd --enable-tcp-insecure --log-stderr --log-level=notice "$@" 2>>"%s/server.log"\n' "$PWD" >bin/pipe
chmod +x bin/pipe
export DISTCC_DIR="$PWD/tmp" DISTCC_SSH="$PWD/bin/pipe" DISTCC_HOSTS=@localhost DISTCC_FALLBACK=0 DISTCC_VERBOSE=0
export DISTCC_CMDLIST="$PWD/commands"
echo "$CC" >commands
distcc "$CC" -O1 -MMD -c main.c -o main.o
grep '^main.o: main.c greet.h' main.d
distcc "$CC" -O1 -c greet.c -o greet.o
distcc "$CC" main.o greet.o -o main
$RUN main
grep 'COMPILE_OK.*greet.c' server.log
