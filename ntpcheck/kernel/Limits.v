(* Lemmas about limits, and the tactics that use them. Not to be read: the kernel checks it. *)
From Coq Require Import Lra Lia List ZArith.
From NtpcheckKernel Require Export Objects.
Open Scope R_scope.

(* ---- a sequence that is constant, or moves only where the limit does not look ---- *)
Lemma tends_const f c l : (forall k, f k = c) -> tends f l -> c = l.
Proof.
  intros E T. destruct (Req_dec c l) as [|N]; [assumption|exfalso].
  destruct (T (Rabs (c - l))) as [n H]; [apply Rabs_pos_lt; lra|]. specialize (H n (le_n n)). rewrite E in H. lra.
Qed.
Lemma tends_R_const f c l : (forall x, f x = c) -> tends_R f l -> c = l.
Proof.
  intros E T. destruct (Req_dec c l) as [|N]; [assumption|exfalso].
  destruct (T (Rabs (c - l))) as [b H]; [apply Rabs_pos_lt; lra|]. specialize (H b (Rle_refl b)). rewrite E in H. lra.
Qed.
Lemma grows_const f c : (forall k, f k = c) -> ~ grows f.
Proof. intros E G. destruct (G c) as [n H]. specialize (H n (le_n n)). rewrite E in H. lra. Qed.
Lemma grows_R_const f c : (forall x, f x = c) -> ~ grows_R f.
Proof. intros E G. destruct (G c) as [b H]. specialize (H b (Rle_refl b)). rewrite E in H. lra. Qed.
Lemma tends_scale c f l : tends f l -> tends (fun k => c * f k) (c * l).
Proof.
  intros T e He. destruct (Req_dec c 0) as [->|N].
  - exists 0%nat. intros k _. replace (0 * f k - 0 * l) with 0 by ring. now rewrite Rabs_R0.
  - assert (P := Rabs_pos_lt _ N). destruct (T (e / Rabs c)) as [n H]; [now apply Rdiv_lt_0_compat|].
    exists n. intros k L. specialize (H k L). replace (c * f k - c * l) with (c * (f k - l)) by ring. rewrite Rabs_mult.
    apply (Rmult_lt_compat_l _ _ _ P) in H. replace e with (Rabs c * (e / Rabs c)) by (field; lra). exact H.
Qed.
Lemma tends_plus f g a b : tends f a -> tends g b -> tends (fun k => f k + g k) (a + b).
Proof.
  intros F G e He. destruct (F (e / 2)) as [n H]; [lra|]. destruct (G (e / 2)) as [m K]; [lra|].
  exists (max n m). intros k L. specialize (H k ltac:(lia)). specialize (K k ltac:(lia)).
  replace (f k + g k - (a + b)) with ((f k - a) + (g k - b)) by ring.
  apply Rle_lt_trans with (1 := Rabs_triang _ _). lra.
Qed.

(* ---- a logarithm of a sum of exponentials lies above its tangent at 0 ---- *)
Fixpoint sumexp (l : list R) : R := match l with nil => 0 | x :: r => sumexp r + exp x end.
Definition total (l : list R) : R := fold_right Rplus 0 l.
Definition count (l : list R) : R := IZR (Z.of_nat (length l)).
Lemma above c l : exp c * (count l * (1 - c) + total l) <= sumexp l.
Proof.
  induction l as [|x l IH]; unfold count, total in *; [simpl; lra|].
  cbn [length sumexp fold_right]. rewrite Nat2Z.inj_succ, succ_IZR.
  assert (E : exp c * (1 + (x - c)) <= exp x).
  { replace (exp x) with (exp c * exp (x - c)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_ineq1_le]. }
  revert IH E. generalize (fold_right Rplus 0 l) (IZR (Z.of_nat (length l))) (exp c) (exp x) (sumexp l). intros. nra.
Qed.
Lemma tangent l : l <> nil -> ln (sumexp l) >= ln (count l) + total l / count l.
Proof.
  intro N. assert (P : 0 < count l) by (destruct l; [congruence | apply IZR_lt; cbn [length]; lia]).
  set (c := total l / count l). rewrite <- (ln_exp c) at 1. rewrite <- ln_mult by (try assumption; apply exp_pos).
  apply Rle_ge. assert (A := above c l). replace (count l * (1 - c) + total l) with (count l) in A by (unfold c; field; lra).
  rewrite Rmult_comm in A. assert (Q : 0 < count l * exp c) by (apply Rmult_lt_0_compat; [assumption | apply exp_pos]).
  destruct A as [A|A]; [left; now apply ln_increasing | rewrite A; apply Rle_refl].
Qed.

(* ---- tactics ---- *)
Ltac contradictory := match goal with H : ?P |- _ => assert (~ P) by decide_it; contradiction end.
Ltac unmoved := let x := fresh in intro x; cbv beta; rewrite ?Rmult_0_r; reflexivity.
Ltac parts C := lazymatch type of C with
  | True => clear C
  | _ /\ _ => let A := fresh "A" in let B := fresh "B" in destruct C as [A B]; parts A; parts B
  | tends ?f ?l => apply (tends_const f (f 0%nat) l ltac:(unmoved)) in C; cbv beta in C
  | tends_R ?f ?l => apply (tends_R_const f (f 0) l ltac:(unmoved)) in C; cbv beta in C
  | grows ?f => exfalso; exact (grows_const f (f 0%nat) ltac:(unmoved) C)
  | grows_R ?f => exfalso; exact (grows_R_const f (f 0) ltac:(unmoved) C)
  | nat -> _ => specialize (C 0%nat); parts C
  | forall B : nat, _ => specialize (C 0%nat); parts C
  | forall B : R, 0 < B -> _ => specialize (C 1000 ltac:(lra)); parts C
  | _ => idtac end.
(* The limit is of terms that do not change. *)
Ltac steady := let C := fresh "C" in intro C; revert C; open; facts; intro C; parts C; contradictory.
Ltac at_each := repeat (apply all_of; intros ? ?).
Ltac recursion := split; [at_each; reflexivity | intro; at_each; reflexivity].
(* An inner product that no step changes, K being the recursion. *)
Ltac invariant K := let k := fresh "k" in let IH := fresh "IH" in let H := fresh "H" in
  intro k; induction k as [|k IH]; [reflexivity|]; assert (H := proj2 K k); revert H; open; intro H; known H;
  repeat match goal with E : _ (S k) _ _ = _ |- _ => rewrite E; clear E end;
  rewrite <- IH; numerals; field; repeat split; exponentials; lra.
(* The point minimises sums of logarithms of sums of exponentials. *)
Ltac exponents s := lazymatch s with 0 => constr:(@nil R) | ?r + exp ?x => let l := exponents r in constr:(cons x l) end.
Ltac tangents := repeat match goal with |- context [ln ?s] =>
  let l := exponents s in let n := eval vm_compute in (Z.of_nat (length l)) in let T := fresh "T" in let y := fresh "y" in
  first [ assert (T : s = IZR n) by decide_it; rewrite T; clear T
        | assert (T := tangent l ltac:(discriminate));
          cbv [sumexp total count fold_right length Z.of_nat Pos.of_succ_nat Pos.succ] in T;
          revert T; generalize (ln s); intros y T ] end.
Ltac attained := let B := fresh "B" in let HB := fresh "HB" in let Z := fresh "Z" in intros B HB; split;
  [ open; facts; first [decide_it | apply Rle_trans with 0; [decide_it | lra]]
  | intros Z _; open; facts; chosen_goal; numerals; tangents; lra ].
(* T is of a sum that K shows to be constant: what it is at the start is not what it tends to. *)
Ltac combined T K := lazymatch type of T with tends ?f ?l =>
  let E := fresh "E" in let k := fresh "k" in
  assert (E : forall k, f k = f 0%nat) by
    (intro k; cbv beta; assert (G := K k); revert G; open; unfold Rdiv; intro G; lra);
  assert (N := tends_const f (f 0%nat) l E T); clear E T; cbv beta in N; revert N end.
Ltac contradictory_goal := let N := fresh in intro N; contradictory.
