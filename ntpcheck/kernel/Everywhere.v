(* What fails at every array of reals: exponentials are positive, and logarithms of sums above 1. Not to be read. *)
From NtpcheckKernel Require Export Objects.
Open Scope R_scope.

Lemma ln_above s : 1 < s -> 0 < ln s.
Proof. intro L. rewrite <- ln_1. apply ln_increasing; lra. Qed.
(* H is of exponentials: those of 0 are 1, of the others it is known that they are positive. *)
Ltac exponentials_in H := repeat match type of H with context [exp ?x] => first
  [ let E := fresh "E" in assert (E : x = 0) by ring; rewrite E, exp_0 in H; clear E
  | let P := fresh "P" in let y := fresh "y" in assert (P := exp_pos x); revert P H; generalize (exp x); intros y P H ] end.
Ltac quotients_in H := repeat match type of H with context [?a / ?b] => lazymatch b with IZR _ => fail | _ => idtac end;
  let P := fresh "P" in let E := fresh "E" in let z := fresh "z" in
  assert (P : 0 < b) by lra; assert (E : a / b * b = a) by (field; lra); revert E H; generalize (a / b); intros z E H end.
Ltac logarithms_in H := repeat match type of H with context [ln ?s] =>
  let P := fresh "P" in let z := fresh "z" in
  assert (P : 0 < ln s) by (apply ln_above; lra); revert P H; generalize (ln s); intros z P H end.
Ltac impossible := match goal with H : _ = _ |- _ =>
  rewrite ?INR_IZR_INZ in H; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in H;
  exponentials_in H; quotients_in H; logarithms_in H; solve [subst; lra] end.
(* H without the alternatives in it, which are not needed. *)
Ltac parted H := let T := type of H in let U := closer T in lazymatch U with
  | ex _ => let H' := fresh "H" in destruct H as [? H']; parted H'
  | _ /\ _ => let A := fresh "A" in let B := fresh "B" in destruct (H : U) as [A B]; clear H; parted A; parted B
  | _ \/ _ => clear H
  | _ => known H end.
Ltac nowhere := near; let H := fresh "H" in intro H; parted H; impossible.
