/* A linked list: build, reverse, insert in order, remove; a binary tree. */
#include <stdio.h>
#include <stdlib.h>

typedef struct node { int value; struct node *next; } node;
typedef struct tree { struct tree *left, *right; int key; } tree;

static node *cons(int v, node *next) {
  node *n = malloc(sizeof(node));
  n->value = v;
  n->next = next;
  return n;
}

static node *reverse(node *list) {
  node *done = NULL;
  while (list) {
    node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

static void insert(node **p, int v) {
  while (*p && (*p)->value < v)
    p = &(*p)->next;
  *p = cons(v, *p);
}

static void drop(node **p, int v) {
  for (node *n; (n = *p);)
    if (n->value == v) {
      *p = n->next;
      free(n);
    } else
      p = &n->next;
}

static void show(node *n) {
  for (; n; n = n->next)
    printf("%d ", n->value);
  printf("\n");
}

static tree *add(tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
  } else if (key < t->key)
    t->left = add(t->left, key);
  else
    t->right = add(t->right, key);
  return t;
}

static int walk(tree *t, int depth) {
  if (!t) return 0;
  int l = walk(t->left, depth + 1);
  printf("%d:%d ", t->key, depth);
  int r = walk(t->right, depth + 1);
  return 1 + (l > r ? l : r);
}

int main(void) {
  node *list = 0;
  int v[] = {3, 1, 4, 1, 5, 9, 2, 6};
  tree *t = 0;
  for (int i = 0; i < 8; i++) {
    list = cons(v[i], list);
    t = add(t, v[i]);
  }
  show(list);
  list = reverse(list);
  show(list);
  drop(&list, 1);
  show(list);
  node *sorted = 0;
  for (node *n = list; n; n = n->next)
    insert(&sorted, n->value);
  show(sorted);
  printf("height %d\n", walk(t, 0));
  return 0;
}
