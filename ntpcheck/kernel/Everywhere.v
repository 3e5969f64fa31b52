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

(* An infimum of 0 that is approached along a ray: no value is negative, and b > 0 is no lower bound, by the point
   - ln (b / n) D, where each logarithm is of 1 plus at most n - 1 terms of b / n. *)
Lemma ln_below s : 0 < s - 1 -> ln s < s - 1.
Proof.
  intro L. rewrite <- (ln_exp (s - 1)). apply ln_increasing; [lra|].
  assert (E := exp_ineq1 (s - 1)). assert (s - 1 <> 0) by lra. specialize (E ltac:(assumption)). lra.
Qed.
Ltac below_in H := repeat match type of H with context [ln ?s] =>
  let P := fresh "P" in let z := fresh "z" in
  assert (P : ln s < s - 1) by (apply ln_below; lra); revert P H; generalize (ln s); intros z P H end.
Ltac powers_in H c := repeat match type of H with context [exp ?x] => first
  [ let E := fresh "E" in assert (E : x = 0) by ring; rewrite E, exp_0 in H; clear E
  | let E := fresh "E" in assert (E : x = ln c) by ring; rewrite E, exp_ln in H by lra; clear E ] end.
Ltac nothing_below D n :=
  split;
  [ let M := fresh "M" in intro M; apply Rnot_lt_le; let H := fresh "H" in intro H; opened H; chosen H; rewrite ?INR_IZR_INZ in H;
    cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in H; exponentials_in H; logarithms_in H; lra
  | let b := fresh "b" in let H := fresh "H" in intros b H; apply Rnot_lt_le; let P := fresh "P" in intro P;
    change (0 < b) in P;
    specialize (H (fun v i => - ln (b / n) * D v i)); opened H; chosen H; rewrite ?INR_IZR_INZ in H;
    cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in H; powers_in H (b / n); below_in H; lra ].

(* A function that falls along D, at every point, is nowhere least. Of an exponential that is not 0 the others are made:
   exp (a + 1), exp (- a - 1) and so on; then quotients are y c / (1 + y c), y = exp a, or what these lack to 1. *)
Lemma exp_less a k : exp (a - k) = exp a * / exp k.
Proof. unfold Rminus. now rewrite exp_plus, exp_Ropp. Qed.
Ltac put x y then_ := let E := fresh "E" in assert (E : x = y) by ring; rewrite E; clear E; then_.
Ltac shifted x a k := first
  [ put x a idtac | put x (- a) ltac:(rewrite (exp_Ropp a))
  | put x (a + k) ltac:(rewrite (exp_plus a k)) | put x (a - k) ltac:(rewrite (exp_less a k))
  | put x (- a + k) ltac:(rewrite (exp_plus (- a) k), (exp_Ropp a))
  | put x (- a - k) ltac:(rewrite (exp_less (- a) k), (exp_Ropp a)) ].
Ltac share_of q z := first
  [ replace q with (/ (1 + z)) by (field; repeat split; nra) | replace q with (1 - / (1 + z)) by (field; repeat split; nra) ].
Ltac contrary y k := let z := constr:(y * / k) in
  assert (0 < / k) by (apply Rinv_0_lt_compat; lra); assert (/ k * k = 1) by (field; lra); assert (/ k < 1) by nra;
  assert (0 < / y) by (apply Rinv_0_lt_compat; lra);
  repeat match goal with |- context [?n / ?b] => lazymatch b with context [y] => idtac | _ => fail end;
    lazymatch n with context [y] => fail | _ => idtac end; first [share_of (n / b) y | share_of (n / b) z] end;
  assert (/ (1 + y) < / (1 + z)) by (apply Rinv_lt_contravar; nra); lra.
Ltac by_one_exponential :=
  repeat match goal with |- context [exp ?x] => let E := fresh "E" in assert (E : x = 0) by ring; rewrite E, exp_0; clear E end;
  lazymatch goal with |- context [exp ?a] => let P := fresh "P" in let T := fresh "T" in let y := fresh "y" in
    assert (P := exp_pos a); assert (T : exp 0 < exp 1) by (apply exp_increasing; lra); rewrite exp_0 in T;
    repeat match goal with |- context [exp ?x] => lazymatch x with a => fail | 1 => fail | _ => shifted x a 1 end end;
    revert P; generalize (exp a); intros y P; contrary y (exp 1) end.
(* H, definition by definition, so that guards are decided while what they name is folded. *)
Ltac closed H := let T := type of H in let U := closer T in change U in H.
Ltac layer H := closed H; chosen H.
Ltac falling D folded := near; let U := fresh "U" in let G := fresh "G" in
  intros [U G]; specialize (G (fun a b => U a b + D a b)); folded G; opened G; chosen G; rewrite ?INR_IZR_INZ in G;
  cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in G; revert G; clear; by_one_exponential.
