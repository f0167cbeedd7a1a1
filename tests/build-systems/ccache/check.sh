# The second compilation comes from the cache, with its rule for make; a changed header makes it a miss.
export CCACHE_DIR="$PWD/cache" CCACHE_COMPILERCHECK=content
unset CCACHE_DISABLE
hits() { ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { sum += $2 } END { print sum + 0 }'; }
ccache "$CC" -O1 -MMD -c main.c -o first.o
test "$(hits)" = 0
rm -f first.d
ccache "$CC" -O1 -MMD -c main.c -o first.o
test "$(hits)" = 1
grep '^first.o: main.c greet.h' first.d
echo 'extern int more;' >>greet.h
ccache "$CC" -O1 -MMD -c main.c -o first.o
test "$(hits)" = 1
"$CC" -O1 -c main.c -o direct.o
cmp first.o direct.o
