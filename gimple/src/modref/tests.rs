//! Tests of access trees.

use super::*;
use crate::types::TypeId;

const INT: TypeId = TypeId(1);

fn param(index: u32, param_offset: i64, offset: i64, size: i64) -> AccessNode {
    let extent = Extent { param_offset, offset, size: Some(size), max_size: Some(size) };
    AccessNode::new(Via::Param(index), Some(extent))
}

fn stores(accesses: &[AccessNode]) -> (AccessTree, String) {
    let (mut tree, mut how) = (AccessTree::default(), Insertion::default());
    for &access in accesses {
        tree.insert(INT, INT, access, &mut how);
    }
    (tree, how.said)
}

fn listed(tree: &AccessTree) -> Vec<AccessNode> {
    tree.bases.these()[0].refs.these()[0].accesses.these().to_vec()
}

fn spanning(index: u32, param_offset: i64, offset: i64, size: i64, max_size: i64) -> AccessNode {
    let extent = Extent { param_offset, offset, size: Some(size), max_size: Some(max_size) };
    AccessNode::new(Via::Param(index), Some(extent))
}

#[test]
fn what_is_no_use_says_nothing() {
    let read = ArgFlags::ALL.without(ArgFlags::of([ArgFlags::UNUSED, ArgFlags::NO_DIRECT_READ]));
    assert_eq!(ArgFlags::ALL.merged(read), read);
    assert_eq!(read.merged(ArgFlags::UNUSED), read);
    assert_eq!(read.merged(ArgFlags::NONE), ArgFlags::NONE);
}

#[test]
fn what_touches_is_one() {
    let (tree, _) = stores(&[param(0, 0, 0, 32), param(0, 8, 0, 32), param(0, 4, 0, 32)]);
    assert_eq!(listed(&tree), [spanning(0, 0, 0, 32, 96)]);
    let (tree, _) = stores(&[param(0, -4, 0, 32), param(0, -8, 0, 32)]);
    assert_eq!(listed(&tree), [spanning(0, -8, 0, 32, 64)]);
    // Other parameters, and other sizes, are other accesses.
    let (tree, _) = stores(&[param(0, 0, 0, 32), param(1, 4, 0, 32), param(0, 4, 0, 16)]);
    assert_eq!(listed(&tree).len(), 3);
}

#[test]
fn what_may_be_anywhere_contains_the_rest() {
    let anywhere = AccessNode::new(Via::Param(0), None);
    let (tree, _) = stores(&[param(0, 0, 0, 32), anywhere, param(0, 40, 0, 32)]);
    assert_eq!(listed(&tree), [anywhere]);
}

#[test]
fn there_is_room_for_so_many() {
    let all: Vec<AccessNode> = (0..19).map(|index| param(0, 8 * index, 0, 32)).collect();
    let (tree, said) = stores(&all);
    assert_eq!(listed(&tree).len(), 16);
    assert_eq!(listed(&tree)[15], spanning(0, 120, 0, 32, 224));
    assert_eq!(said.matches("merging with 15\n").count(), 3);
    // Where no two are alike, nothing is told apart any more.
    let others: Vec<AccessNode> =
        (0..17).map(|index| AccessNode::new(Via::Param(index), None)).collect();
    let (tree, _) = stores(&others);
    assert!(tree.bases.these()[0].refs.these()[0].accesses.is_every() && tree.is_global());
}

#[test]
fn too_many_types_are_any() {
    let (mut tree, mut how) = (AccessTree::default(), Insertion::default());
    for index in 1..40 {
        tree.insert(TypeId(index), TypeId(index), param(0, 0, 0, 32), &mut how);
    }
    assert_eq!(tree.bases.these().len(), 33);
    assert!(tree.bases.these()[32].ty.is_none());
}

#[test]
fn an_access_is_put_in_terms_of_the_caller() {
    let (callee, _) = stores(&[param(0, 4, 32, 32), param(1, 0, 0, 32)]);
    let origin = |via, offset| Origin { via, offset };
    let map = ParamMap {
        args: vec![origin(Via::Param(2), Some(16)), origin(Via::Local, None)],
        chain: Origin::UNKNOWN,
    };
    let mut caller = AccessTree::default();
    assert!(caller.merge(&callee, &map, &mut Insertion::default()));
    assert_eq!(listed(&caller), [param(2, 20, 32, 32)]);
    assert!(!caller.merge(&callee, &map, &mut Insertion::default()));
    // What is not passed is anything.
    let map = ParamMap { args: Vec::new(), chain: Origin::UNKNOWN };
    assert!(caller.merge(&callee, &map, &mut Insertion::default()) && caller.is_global());
}

#[test]
fn places_move_so_often_only() {
    let map = ParamMap {
        args: vec![Origin { via: Via::Param(0), offset: Some(4) }],
        chain: Origin::UNKNOWN,
    };
    let (mut tree, _) = stores(&[param(0, 0, 0, 32)]);
    let (mut how, mut rounds) = (Insertion { adjusts: true, ..Insertion::default() }, 0);
    loop {
        let own = tree.clone();
        if !tree.merge(&own, &map, &mut how) {
            break;
        }
        rounds += 1;
    }
    assert!(rounds < 20);
    assert_eq!(listed(&tree)[0].extent, None);
}

#[test]
fn what_is_surely_written_grows_together() {
    let (mut kills, mut how) = (Vec::new(), Insertion::default());
    for kill in [param(0, 0, 0, 8), param(0, 5, 0, 16), param(0, 1, 0, 32), param(0, 2, 0, 8)] {
        insert_kill(&mut kills, kill, &mut how);
    }
    assert_eq!(kills, [param(0, 0, 0, 56)]);
    insert_kill(&mut kills, param(0, 8, 0, 8), &mut how);
    assert_eq!(kills.len(), 2);
}
