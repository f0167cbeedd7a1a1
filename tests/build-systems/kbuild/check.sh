# Options are probed, offsets read out of assembly, scripts of the linker preprocessed; a header's change is seen.
make show
make show | grep '^version 12 2 0$'
make show | grep -e '-fno-strict-aliasing -DREFUSED -Wno-such-warning-at-all'
make vmlinux
grep 'TASK_STATE 8' include/generated/offsets.h
riscv64-linux-gnu-nm vmlinux | grep '0000000080000000 T _start'
grep 'main.o: init/main.c' init/.main.o.d
touch include/kernel/task.h
sed -i 's#^main.o:#init/main.o:#; s#^head.o:#init/head.o:#' init/.*.d
make -n vmlinux | grep 'init/main.c'
