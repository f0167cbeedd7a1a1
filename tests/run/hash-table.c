/* A hash table with chains, and some hash functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; char *key; int value; };
static struct entry *buckets[8];

static unsigned fnv(const char *s) {
  unsigned h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

static unsigned long djb(const char *s) {
  unsigned long h = 5381;
  int c;
  while ((c = *s++))
    h = h * 33 + c;
  return h;
}

static int *lookup(const char *key) {
  struct entry **p = &buckets[fnv(key) % 8];
  for (; *p; p = &(*p)->next)
    if (!strcmp((*p)->key, key))
      return &(*p)->value;
  struct entry *e = *p = malloc(sizeof *e);
  e->next = 0;
  e->key = malloc(strlen(key) + 1);
  strcpy(e->key, key);
  e->value = 0;
  return &e->value;
}

int main(void) {
  const char *text = "the cat and the dog and the bird saw the fox", *p = text;
  while (*p) {
    char word[16];
    int n = 0;
    while (*p && *p != ' ')
      word[n++] = *p++;
    word[n] = 0;
    ++*lookup(word);
    while (*p == ' ')
      p++;
  }
  for (int i = 0; i < 8; i++)
    for (struct entry *e = buckets[i]; e; e = e->next)
      printf("%s=%d ", e->key, e->value);
  printf("\n%u %lu\n", fnv("gimple"), djb("gimple"));
  return 0;
}
