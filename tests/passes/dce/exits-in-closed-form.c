/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-cddce2" } */

/* Two ways out of a loop bring `node` to the result. Among the passes over loops in closed form they get no
   block of their own: what is computed in a loop would be used outside of it, not in a φ there. */
struct node { struct node *prev; void *release; char data[8]; };
struct device { struct node *head; };

void *
find (struct device *dev, void *release, int (*match) (struct device *, void *, void *), void *data)
{
  struct node *node;
  for (node = dev->head; node != (struct node *) dev; node = node->prev)
    {
      if (node->release != release)
        continue;
      if (match && !match (dev, node->data, data))
        continue;
      return node;
    }
  return 0;
}

/* { dg-final { scan-tree-dump { = match_[0-9]+\(D\) \(} "cddce2" } } */
/* { dg-final { scan-tree-dump-not {PHI <[^(]*\([0-9]+\), 0B\([0-9]+\)>} "cddce2" } } */
