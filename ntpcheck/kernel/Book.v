(* The words that a printed statement uses: this file is to be read once. *)
From Coq Require Export Reals List.
From Coq Require Import ClassicalDedekindReals.
Export ListNotations.
Global Open Scope R_scope.

(* Sums and bounded quantifiers over the indices below n. *)
Fixpoint sum (n : nat) (f : nat -> R) : R := match n with O => 0 | S k => sum k f + f k end.
Fixpoint all (n : nat) (P : nat -> Prop) : Prop := match n with O => True | S k => all k P /\ P k end.
Fixpoint any (n : nat) (P : nat -> Prop) : Prop := match n with O => False | S k => any k P \/ P k end.

(* x where P holds, else y. *)
Definition when {A} (P : Prop) (x y : A) : A := if sig_not_dec P then x else y.

(* The values f 0, .., f (n - 1), and the largest and the least of a list; both are 0 for the empty list, which
   the second theorem of each file keeps out. *)
Fixpoint gather (n : nat) (f : nat -> list R) : list R := match n with O => [] | S k => gather k f ++ f k end.
Definition largest_of l := match l with [] => 0 | x :: r => fold_right Rmax x r end.
Definition least_of l := match l with [] => 0 | x :: r => fold_right Rmin x r end.

(* Arrays of reals; the nearest and the shortest array with a property. *)
Definition tensor1 := nat -> R.
Definition tensor2 := nat -> nat -> R.
Definition tensor3 := nat -> nat -> nat -> R.
Definition distance2 (r c : nat) (X Y : tensor2) := sum r (fun a => sum c (fun b => (X a b - Y a b) ^ 2)).
Definition closest (r c : nat) (P : tensor2 -> Prop) (Y X : tensor2) :=
  P X /\ forall Z, P Z -> distance2 r c X Y <= distance2 r c Z Y.
Definition shortest (r c : nat) (P : tensor2 -> Prop) (X : tensor2) := closest r c P (fun _ _ => 0) X.

(* A path of at least one edge from x to z whose inner nodes are below k. *)
Fixpoint path (k : nat) (E : nat -> nat -> Prop) (x z : nat) : Prop :=
  match k with O => E x z | S k => path k E x z \/ (path k E x k /\ path k E k z) end.

(* A symmetric matrix is positive semidefinite; e is its largest eigenvalue. *)
Definition quad (r : nat) (A : tensor2) (x : nat -> R) := sum r (fun a => sum r (fun b => x a * A a b * x b)).
Definition psd (r : nat) (A : tensor2) := forall x, 0 <= quad r A x.
Definition largest_eigenvalue (r : nat) (A : tensor2) (e : R) :=
  psd r (fun a b => when (a = b) e 0 - A a b) /\ forall f, psd r (fun a b => when (a = b) f 0 - A a b) -> e <= f.

(* The rank of the rows a with P a of a matrix with c columns: k of them are linearly independent and no k + 1. *)
Definition independent (c k : nat) (B : tensor2) :=
  forall x : nat -> R, all c (fun b => sum k (fun a => x a * B a b) = 0) -> all k (fun a => x a = 0).
Definition has_rank (r c : nat) (P : nat -> Prop) (A : tensor2) (k : nat) :=
  (exists s : nat -> nat, all k (fun a => (s a < r)%nat /\ P (s a)) /\ independent c k (fun a => A (s a))) /\
  forall s : nat -> nat, all (S k) (fun a => (s a < r)%nat /\ P (s a)) -> ~ independent c (S k) (fun a => A (s a)).

(* F of every set of indices below n that has T and any others. *)
Fixpoint every_set (n : nat) (T : nat -> Prop) (F : (nat -> Prop) -> Prop) : Prop :=
  match n with O => F T | S k => every_set k T F /\ every_set k (fun x => x = k \/ T x) F end.

(* The infimum of the values of a function. *)
Definition infimum2 (f : tensor2 -> R) (e : R) :=
  (forall M, e <= f M) /\ forall b, (forall M, b <= f M) -> b <= e.
Definition smallest_eigenvalue (r : nat) (A : tensor2) (e : R) := largest_eigenvalue r (fun a b => - A a b) (- e).
Definition rank (r c : nat) (P : nat -> Prop) (A : tensor2) : R := sum (S r) (fun k => when (has_rank r c P A k) (INR k) 0).

(* Euclidean norms and products of arrays. *)
Definition dot1 (n : nat) (x y : tensor1) := sum n (fun a => x a * y a).
Definition dot2 (r c : nat) (X Y : tensor2) := sum r (fun a => sum c (fun b => X a b * Y a b)).
Definition norm1 (n : nat) (x : tensor1) := sqrt (sum n (fun a => x a ^ 2)).
Definition norm2 (r c : nat) (X : tensor2) := sqrt (sum r (fun a => sum c (fun b => X a b ^ 2))).

(* X minimises f among all that have a property. *)
Definition least {A} (P : A -> Prop) (f : A -> R) (X : A) := P X /\ forall Z, P Z -> f X <= f Z.

(* Limits along the naturals; with _R, along a real number that grows. *)
Definition tends (f : nat -> R) (l : R) := forall e, 0 < e -> exists n, forall k, (n <= k)%nat -> Rabs (f k - l) < e.
Definition grows (f : nat -> R) := forall b, exists n, forall k, (n <= k)%nat -> b < f k.
Definition eventually (P : nat -> Prop) := exists n, forall k, (n <= k)%nat -> P k.
Definition tends_R (f : R -> R) (l : R) := forall e, 0 < e -> exists b, forall x, b <= x -> Rabs (f x - l) < e.
Definition grows_R (f : R -> R) := forall b, exists c, forall x, c <= x -> b < f x.
Definition eventually_R (P : R -> Prop) := exists b, forall x, b <= x -> P x.
