(* Real numbers known exactly or in an interval, and their arithmetic, with its correctness: rationals, rational
   combinations of logarithms, intervals. Not to be read: what is trusted of it is checked by the kernel. *)
From Coq Require Import Reals List ZArith Lra QArith Qreals Qabs Bool Lia ClassicalDedekindReals.
From Interval Require Import Specific_stdz Specific_ops Float_full Interval Xreal Basic.
From NtpcheckKernel Require Import Book.
Module SF := SpecificFloat StdZRadix2.
Module I := FloatIntervalFull SF.
Open Scope R_scope.

(* A rational; a rational plus rational multiples of logarithms of naturals; an interval. *)
Inductive val := VQ (q : Q) | VL (c : Q) (l : list (positive * Q)) | VI (i : I.type).
Definition lnp (p : positive) := ln (IZR (Zpos p)).
Fixpoint logs (l : list (positive * Q)) := match l with nil => 0 | (p, a) :: r => Q2R a * lnp p + logs r end.
Definition okv v (x : R) := match v with VQ q => x = Q2R q | VL c l => x = Q2R c + logs l | VI i => contains (I.convert i) (Xreal x) end.
Fixpoint ins (p : positive) (a : Q) (l : list (positive * Q)) : list (positive * Q) := match l with
| nil => (p, a) :: nil
| (q, b) :: r => match Pos.compare p q with Lt => (p, a) :: l | Gt => (q, b) :: ins p a r
  | Eq => let c := Qred (a + b) in if Qeq_bool c 0 then r else (q, c) :: r end end.
Fixpoint merge (l r : list (positive * Q)) := match l with nil => r | (p, a) :: t => ins p a (merge t r) end.
Definition scale (c : Q) (l : list (positive * Q)) := map (fun e => (fst e, Qred (c * snd e))) l.
Definition mk c l := match l with nil => VQ c | _ => VL c l end.
Definition parts v := match v with VQ q => Some (q, nil) | VL c l => Some (c, l) | VI _ => None end.
(* Prime factors, as far as trial division goes; what it returns is checked by multiplying. *)
Fixpoint factors (fuel : nat) (d n : positive) : list positive := match fuel with
| O => n :: nil
| S k => if (n <? d * d)%positive then (if (n =? 1)%positive then nil else n :: nil)
  else match Z.div_eucl (Zpos n) (Zpos d) with (Zpos q, Z0) => d :: factors k d q | _ => factors k (d + 1) n end end.
Definition product (l : list positive) := fold_right Pos.mul 1%positive l.
Definition ln_of (n : positive) : list (positive * Q) :=
  let l := factors 300 2 n in if (product l =? n)%positive then fold_right (fun p r => ins p 1 r) nil l else (n, 1%Q) :: nil.
Definition qpow (p : positive) (z : Z) : Q := match z with
| Z0 => 1 | Zpos n => inject_Z (Zpos (p ^ n)) | Zneg n => 1 # (p ^ n) end.
Fixpoint exp_of (l : list (positive * Q)) : option Q := match l with
| nil => Some 1%Q
| (p, a) :: r => if (Qden a =? 1)%positive then match exp_of r with Some q => Some (Qred (qpow p (Qnum a) * q)) | None => None end
  else None end.

Section Eval.
Variable bits : positive.
Definition p := SF.PtoP bits.
Definition qi (q : Q) : I.type := I.div p (I.fromZ p (Qnum q)) (I.fromZ p (Zpos (Qden q))).
Fixpoint li (l : list (positive * Q)) : I.type := match l with nil => I.fromZ p 0
| (n, a) :: r => I.add p (I.mul p (qi a) (I.ln p (I.fromZ p (Zpos n)))) (li r) end.
Definition vi v := match v with VQ q => qi q | VL c l => I.add p (qi c) (li l) | VI i => i end.
Definition vadd v w := match parts v, parts w with Some (a, l), Some (b, r) => mk (Qred (a + b)) (merge l r) | _, _ => VI (I.add p (vi v) (vi w)) end.
Definition vneg v := match v with VQ a => VQ (- a) | VL a l => VL (- a) (scale (-1) l) | VI i => VI (I.neg i) end.
Definition times (a : Q) w g := if Qeq_bool a 0 then VQ 0 else match parts w with
| Some (b, l) => mk (Qred (a * b)) (scale a l) | None => g end.
Definition vmul v w := let g := VI (I.mul p (vi v) (vi w)) in
  match v, w with VQ a, _ => times a w g | _, VQ b => times b v g | _, _ => g end.
Definition lt0 v : option bool := match v with
| VQ q => Some (negb (Qle_bool 0 q))
| _ => let i := vi v in match I.sign_strict i with Xlt => Some true | _ => match I.sign_large i with Xgt | Xeq => Some false | _ => None end end end.
Definition eq0 v : option bool := match v with
| VQ q => Some (Qeq_bool q 0)
| _ => match I.sign_strict (vi v) with Xlt | Xgt => Some false | Xeq => Some true | Xund => None end end.
Definition vinv v : option val := match eq0 v with
| Some false => Some (match v with VQ q => VQ (Qred (/ q)) | _ => VI (I.div p (I.fromZ p 1) (vi v)) end) | _ => None end.
Definition vexp v := match v with
| VQ q => if Qeq_bool q 0 then VQ 1 else VI (I.exp p (qi q))
| VL c l => match (if Qeq_bool c 0 then exp_of l else None) with Some q => VQ q | None => VI (I.exp p (vi v)) end
| VI i => VI (I.exp p i) end.
Definition vln v : option val := match lt0 (vneg v) with
| Some true => Some (match v with VQ (n # d) => match n with Zpos m => mk 0 (merge (ln_of m) (scale (-1) (ln_of d))) | _ => VI (I.ln p (vi v)) end
  | _ => VI (I.ln p (vi v)) end)
| _ => None end.
Definition qroot (q : Q) : Q := (Z.sqrt (Qnum q) # Z.to_pos (Z.sqrt (Zpos (Qden q)))).
Definition vsqrt v : option val := match lt0 v with
| Some false => Some (match v with
  | VQ q => let r := qroot (Qred q) in if (Qle_bool 0 r && Qeq_bool (r * r) q)%bool then VQ r else VI (I.sqrt p (qi q))
  | _ => VI (I.sqrt p (vi v)) end) | _ => None end.
Definition vabs v := match v with VQ q => VQ (Qabs q) | _ => VI (I.abs (vi v)) end.
Fixpoint vpow v n := match n with O => VQ 1 | S k => vmul v (vpow v k) end.
Definition vsub v w := vadd v (vneg w).
Definition vmax v w := match lt0 (vsub v w) with Some true => w | Some false => v | None => VI (I.join (vi v) (vi w)) end.
Definition vmin v w := match lt0 (vsub v w) with Some true => v | Some false => w | None => VI (I.join (vi v) (vi w)) end.
Definition bind {A B} (x : option A) (f : A -> option B) := match x with Some a => f a | None => None end.
Definition map2 {A B C} (f : A -> B -> C) x y := bind x (fun a => bind y (fun b => Some (f a b))).

(* ---- soundness ---- *)
Lemma when_yes {A} (P : Prop) (x y : A) : P -> when P x y = x.
Proof. unfold when. destruct (sig_not_dec P); tauto. Qed.
Lemma when_no {A} (P : Prop) (x y : A) : ~ P -> when P x y = y.
Proof. unfold when. destruct (sig_not_dec P); tauto. Qed.
Lemma Q2R_Z z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z. simpl. field. Qed.
Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma any_in i x : contains (I.convert i) Xnan -> contains (I.convert i) x.
Proof. destruct (I.convert i); simpl; tauto. Qed.
Lemma qi_ok q : contains (I.convert (qi q)) (Xreal (Q2R q)).
Proof.
  assert (H := I.div_correct p _ _ _ _ (I.fromZ_correct p (Qnum q)) (I.fromZ_correct p (Zpos (Qden q)))).
  unfold qi, Q2R. revert H. simpl Xbind2. unfold Xdiv'.
  replace (is_zero (IZR (Zpos (Qden q)))) with false; [tauto|].
  symmetry. apply is_zero_false. now apply not_0_IZR.
Qed.
Lemma lnp_pos n : 0 < IZR (Zpos n).
Proof. now apply IZR_lt. Qed.
Lemma lni_ok n : contains (I.convert (I.ln p (I.fromZ p (Zpos n)))) (Xreal (lnp n)).
Proof.
  assert (L := I.ln_correct p _ _ (I.fromZ_correct p (Zpos n))). revert L. simpl. unfold Xln'.
  rewrite is_positive_true by apply lnp_pos. tauto.
Qed.
Lemma li_ok l : contains (I.convert (li l)) (Xreal (logs l)).
Proof.
  induction l as [|[n a] r IH]; [apply (I.fromZ_correct p 0)|]. cbn [li logs].
  apply (I.add_correct p _ _ (Xreal _) (Xreal _)); [|exact IH].
  apply (I.mul_correct p _ _ (Xreal _) (Xreal _)); [apply qi_ok | apply lni_ok].
Qed.
Lemma vi_ok v x : okv v x -> contains (I.convert (vi v)) (Xreal x).
Proof.
  destruct v; simpl; [intros ->; apply qi_ok | intros -> | tauto].
  apply (I.add_correct p _ _ (Xreal _) (Xreal _)); [apply qi_ok | apply li_ok].
Qed.
Lemma mk_ok c l x : x = Q2R c + logs l -> okv (mk c l) x.
Proof. intros ->. destruct l; simpl; [ring | reflexivity]. Qed.
Lemma parts_ok v c l x : okv v x -> parts v = Some (c, l) -> x = Q2R c + logs l.
Proof. destruct v; simpl; intros H E; try discriminate; injection E as <- <-; rewrite H; [simpl; ring | reflexivity]. Qed.
Lemma Qeq_zero q : Qeq_bool q 0 = true -> Q2R q = 0.
Proof. intro E; apply Qeq_bool_eq, Qeq_eqR in E; rewrite E; apply RMicromega.Q2R_0. Qed.
Lemma ins_ok n a l : logs (ins n a l) = Q2R a * lnp n + logs l.
Proof.
  induction l as [|[q b] r IH]; [reflexivity|]. cbn [ins logs]. destruct (Pos.compare_spec n q) as [->|L|L]; cbn [logs].
  - destruct (Qeq_bool (Qred (a + b)) 0) eqn:E; cbn [logs].
    + apply Qeq_zero in E. rewrite Q2R_red, Q2R_plus in E. replace (Q2R a) with (- Q2R b) by lra. ring.
    + rewrite Q2R_red, Q2R_plus. ring.
  - reflexivity.
  - rewrite IH. ring.
Qed.
Lemma merge_ok l r : logs (merge l r) = logs l + logs r.
Proof. induction l as [|[n a] t IH]; cbn [merge logs]; [ring | rewrite ins_ok, IH; ring]. Qed.
Lemma scale_ok c l : logs (scale c l) = Q2R c * logs l.
Proof. induction l as [|[n a] t IH]; cbn [scale map logs fst snd]; [ring|]. fold (scale c t). rewrite IH, Q2R_red, Q2R_mult. ring. Qed.
Lemma product_ok l : ln (IZR (Zpos (product l))) = logs (fold_right (fun n r => ins n 1 r) nil l).
Proof.
  induction l as [|n t IH]; cbn [product fold_right logs]; [apply ln_1|]. fold (product t).
  rewrite ins_ok, <- IH, Pos2Z.inj_mul, mult_IZR, ln_mult by apply lnp_pos. unfold Q2R, lnp; simpl. field.
Qed.
Lemma ln_of_ok n : logs (ln_of n) = lnp n.
Proof.
  unfold ln_of. destruct (Pos.eqb_spec (product (factors 300 2 n)) n) as [E|_].
  - rewrite <- product_ok, E. reflexivity.
  - simpl. unfold Q2R; simpl. field.
Qed.
Lemma ln_pow_pos q n : ln (IZR (Zpos (q ^ n))) = IZR (Zpos n) * lnp q.
Proof.
  rewrite Pos2Z.inj_pow, <- (positive_nat_Z n), <- pow_IZR, <- INR_IZR_INZ. induction (Pos.to_nat n) as [|k IH].
  - simpl. rewrite ln_1. ring.
  - rewrite S_INR. simpl pow. rewrite ln_mult by (try apply pow_lt; apply lnp_pos). rewrite IH. unfold lnp. ring.
Qed.
Lemma qpow_ok q z : Q2R (qpow q z) = exp (IZR z * lnp q).
Proof.
  destruct z as [|n|n]; unfold qpow.
  - rewrite Rmult_0_l, exp_0. unfold Q2R; simpl; field.
  - rewrite <- ln_pow_pos, exp_ln by apply lnp_pos. apply Q2R_Z.
  - change (IZR (Zneg n)) with (- IZR (Zpos n)). rewrite Ropp_mult_distr_l_reverse, <- ln_pow_pos, exp_Ropp, exp_ln by apply lnp_pos.
    unfold Q2R. simpl Qnum; simpl Qden. ring.
Qed.
Lemma exp_of_ok l q : exp_of l = Some q -> exp (logs l) = Q2R q.
Proof.
  revert q. induction l as [|[n a] r IH]; cbn [exp_of logs]; intros q H.
  - injection H as <-. rewrite exp_0. unfold Q2R; simpl; field.
  - destruct (Pos.eqb_spec (Qden a) 1) as [D|]; [|discriminate]. destruct (exp_of r) as [s|]; [|discriminate].
    assert (Hq : q = Qred (qpow n (Qnum a) * s)) by congruence. rewrite Hq, exp_plus, (IH s eq_refl), Q2R_red, Q2R_mult, qpow_ok. do 3 f_equal.
    unfold Q2R. rewrite D. simpl. field.
Qed.
Lemma vadd_ok v w x y : okv v x -> okv w y -> okv (vadd v w) (x + y).
Proof.
  intros H K. unfold vadd. destruct (parts v) as [[a l]|] eqn:E, (parts w) as [[b r]|] eqn:F;
    try (apply (I.add_correct p _ _ (Xreal x) (Xreal y)); now apply vi_ok).
  apply mk_ok. rewrite (parts_ok _ _ _ _ H E), (parts_ok _ _ _ _ K F), merge_ok, Q2R_red, Q2R_plus. ring.
Qed.
Lemma vneg_ok v x : okv v x -> okv (vneg v) (- x).
Proof.
  destruct v; simpl; [intros ->; now rewrite Q2R_opp | intros -> | intro H; apply (I.neg_correct _ (Xreal x) H)].
  rewrite scale_ok, Q2R_opp. unfold Q2R at 3. simpl. field.
Qed.
Lemma vsub_ok v w x y : okv v x -> okv w y -> okv (vsub v w) (x - y).
Proof. intros. apply vadd_ok; [|apply vneg_ok]; assumption. Qed.
Lemma times_ok a w y g : okv w y -> okv g (Q2R a * y) -> okv (times a w g) (Q2R a * y).
Proof.
  intros K G. unfold times. destruct (Qeq_bool a 0) eqn:E.
  - simpl. rewrite (Qeq_zero _ E), RMicromega.Q2R_0. ring.
  - destruct (parts w) as [[b l]|] eqn:F; [|exact G]. apply mk_ok.
    rewrite (parts_ok _ _ _ _ K F), scale_ok, Q2R_red, Q2R_mult. ring.
Qed.
Lemma vmul_ok v w x y : okv v x -> okv w y -> okv (vmul v w) (x * y).
Proof.
  intros H K.
  assert (G : okv (VI (I.mul p (vi v) (vi w))) (x * y)) by (apply (I.mul_correct p _ _ (Xreal x) (Xreal y)); now apply vi_ok).
  unfold vmul. destruct v as [a|c l|i]; [| |].
  - rewrite H in *. now apply times_ok.
  - destruct w as [b|? ?|?]; try exact G. rewrite Rmult_comm. rewrite Rmult_comm in G. rewrite K in *. now apply times_ok.
  - destruct w as [b|? ?|?]; try exact G. rewrite Rmult_comm. rewrite Rmult_comm in G. rewrite K in *. now apply times_ok.
Qed.
Definition signs i := match I.sign_strict i with Xlt => Some true | _ => match I.sign_large i with Xgt | Xeq => Some false | _ => None end end.
Lemma signs_ok i x b : contains (I.convert i) (Xreal x) -> signs i = Some b -> if b then x < 0 else ~ x < 0.
Proof.
  unfold signs. intros H. assert (A := I.sign_strict_correct i). assert (B := I.sign_large_correct i).
  destruct (I.sign_strict i), (I.sign_large i); intro E; try discriminate; injection E as <-;
  repeat match goal with G : forall y, contains _ y -> _ |- _ => specialize (G _ H); simpl in G end;
  repeat match goal with G : _ /\ _ |- _ => destruct G | G : Xreal _ = Xreal _ |- _ => injection G as ? end; subst; cbv beta iota; lra.
Qed.
Lemma lt0_ok v x b : okv v x -> lt0 v = Some b -> if b then x < 0 else ~ x < 0.
Proof.
  intro H. assert (G := signs_ok (vi v) x b (vi_ok _ _ H)). destruct v as [q|c l|i]; [|exact G|exact G]. clear G.
  cbn [okv] in H. subst x. unfold lt0. intro E. injection E as <-. destruct (Qle_bool 0 q) eqn:L; simpl.
  - apply Qle_bool_iff, Qle_Rle in L. rewrite RMicromega.Q2R_0 in L. apply Rle_not_lt. exact L.
  - assert (~ (0 <= q)%Q) as L' by (intro A; apply Qle_bool_iff in A; congruence).
    apply Qnot_le_lt, Qlt_Rlt in L'. now rewrite RMicromega.Q2R_0 in L'.
Qed.
Lemma zero_ok i x b : contains (I.convert i) (Xreal x) ->
  match I.sign_strict i with Xlt | Xgt => Some false | Xeq => Some true | Xund => None end = Some b -> if b then x = 0 else x <> 0.
Proof.
  intros H. assert (A := I.sign_strict_correct i).
  destruct (I.sign_strict i); intro E; try discriminate; injection E as <-; specialize (A _ H); simpl in A;
  repeat match goal with G : _ /\ _ |- _ => destruct G | G : Xreal _ = Xreal _ |- _ => injection G as ? end; subst; cbv beta iota; lra.
Qed.
Lemma eq0_ok v x b : okv v x -> eq0 v = Some b -> if b then x = 0 else x <> 0.
Proof.
  intro H. assert (G := zero_ok (vi v) x b (vi_ok _ _ H)). destruct v as [q|c l|i]; [|exact G|exact G]. clear G.
  cbn [okv] in H. subst x. unfold eq0. intro E. injection E as <-. destruct (Qeq_bool q 0) eqn:L; simpl.
  - now apply Qeq_zero.
  - intro K. rewrite <- RMicromega.Q2R_0 in K. apply eqR_Qeq in K. apply Qeq_bool_neq in L. tauto.
Qed.
Lemma vinv_ok v x w : okv v x -> vinv v = Some w -> okv w (/ x).
Proof.
  intro H. unfold vinv. destruct (eq0 v) as [[|]|] eqn:E; try discriminate.
  assert (K := eq0_ok _ _ _ H E). simpl in K. intro W. injection W as <-.
  assert (G : okv (VI (I.div p (I.fromZ p 1) (vi v))) (/ x)).
  { assert (D := I.div_correct p _ _ _ _ (I.fromZ_correct p 1) (vi_ok _ _ H)). revert D. simpl Xbind2. unfold Xdiv'.
    rewrite is_zero_false by assumption. unfold Rdiv. now rewrite Rmult_1_l. }
  destruct v as [q|c l|i]; [|exact G|exact G]. cbn [okv] in *.
  rewrite Q2R_red, Q2R_inv; [now subst|]. intro Z. apply Qeq_eqR in Z. rewrite RMicromega.Q2R_0 in Z. congruence.
Qed.
Lemma vexp_ok v x : okv v x -> okv (vexp v) (exp x).
Proof.
  intro H. assert (G : okv (VI (I.exp p (vi v))) (exp x)) by apply (I.exp_correct p _ _ (vi_ok _ _ H)).
  destruct v as [q|c l|i]; cbn [vexp]; [| |exact G].
  - destruct (Qeq_bool q 0) eqn:E; [|exact G]. simpl. rewrite H, (Qeq_zero _ E), exp_0. unfold Q2R; simpl; field.
  - destruct (Qeq_bool c 0) eqn:E; [|exact G]. destruct (exp_of l) as [q|] eqn:F; [|exact G]. cbn [okv] in *.
    rewrite H, (Qeq_zero _ E), Rplus_0_l. now apply exp_of_ok.
Qed.
Lemma vln_ok v x w : okv v x -> vln v = Some w -> okv w (ln x).
Proof.
  intro H. unfold vln. destruct (lt0 (vneg v)) as [[|]|] eqn:E; try discriminate.
  assert (P := lt0_ok _ _ _ (vneg_ok _ _ H) E). simpl in P. intro W. injection W as <-.
  assert (G : okv (VI (I.ln p (vi v))) (ln x)).
  { assert (L := I.ln_correct p _ _ (vi_ok _ _ H)). revert L. simpl. unfold Xln'. now rewrite is_positive_true by lra. }
  destruct v as [[n d]|c l|i]; try exact G. destruct n as [|n|n]; try exact G. clear G. apply mk_ok.
  rewrite merge_ok, scale_ok, !ln_of_ok, H. unfold lnp. replace (Q2R (Zpos n # d)) with (IZR (Zpos n) / IZR (Zpos d)) by reflexivity.
  unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; apply lnp_pos). rewrite RMicromega.Q2R_0. unfold Q2R; simpl. field.
Qed.
Lemma vsqrt_ok v x w : okv v x -> vsqrt v = Some w -> okv w (sqrt x).
Proof.
  intro H. unfold vsqrt. destruct (lt0 v) as [[|]|] eqn:E; try discriminate. intro W. injection W as <-.
  assert (G : okv (VI (I.sqrt p (vi v))) (sqrt x)) by apply (I.sqrt_correct p _ _ (vi_ok _ _ H)).
  destruct v as [q|c l|i]; try exact G. cbv zeta.
  match goal with |- okv (if ?b then _ else _) _ => destruct b eqn:O end; [|exact G].
  apply andb_true_iff in O as [A B]. apply Qle_bool_iff, Qle_Rle in A. apply Qeq_bool_eq, Qeq_eqR in B.
  rewrite Q2R_mult in B. rewrite RMicromega.Q2R_0 in A. cbn [okv] in *. rewrite H, <- B. now apply sqrt_square.
Qed.
Lemma vabs_ok v x : okv v x -> okv (vabs v) (Rabs x).
Proof.
  intro H. assert (G : okv (VI (I.abs (vi v))) (Rabs x)) by apply (I.abs_correct _ (Xreal x) (vi_ok _ _ H)).
  destruct v as [q|c l|i]; try exact G. cbn [okv vabs] in *. subst x.
  destruct (Qlt_le_dec q 0) as [L|L].
  - assert (K := Qlt_Rlt _ _ L). rewrite RMicromega.Q2R_0 in K. rewrite Rabs_left by assumption.
    rewrite <- Q2R_opp. apply Qeq_eqR. symmetry. apply Qabs_neg. now apply Qlt_le_weak.
  - assert (K := Qle_Rle _ _ L). rewrite RMicromega.Q2R_0 in K. rewrite Rabs_pos_eq by assumption.
    apply Qeq_eqR. symmetry. now apply Qabs_pos.
Qed.
Lemma vpow_ok v x n : okv v x -> okv (vpow v n) (x ^ n).
Proof. intro H. induction n; simpl; [unfold Q2R; simpl; field | now apply vmul_ok]. Qed.
Lemma vmax_ok v w x y : okv v x -> okv w y -> okv (vmax v w) (Rmax x y).
Proof.
  intros H K. unfold vmax. destruct (lt0 (vsub v w)) as [[|]|] eqn:E.
  - assert (L := lt0_ok _ _ _ (vsub_ok _ _ _ _ H K) E). simpl in L. rewrite Rmax_right by lra. assumption.
  - assert (L := lt0_ok _ _ _ (vsub_ok _ _ _ _ H K) E). simpl in L. rewrite Rmax_left by lra. assumption.
  - simpl. apply I.join_correct. unfold Rmax. destruct (Rle_dec x y); [right|left]; now apply vi_ok.
Qed.
Lemma vmin_ok v w x y : okv v x -> okv w y -> okv (vmin v w) (Rmin x y).
Proof.
  intros H K. unfold vmin. destruct (lt0 (vsub v w)) as [[|]|] eqn:E.
  - assert (L := lt0_ok _ _ _ (vsub_ok _ _ _ _ H K) E). simpl in L. rewrite Rmin_left by lra. assumption.
  - assert (L := lt0_ok _ _ _ (vsub_ok _ _ _ _ H K) E). simpl in L. rewrite Rmin_right by lra. assumption.
  - simpl. apply I.join_correct. unfold Rmin. destruct (Rle_dec x y); [left|right]; now apply vi_ok.
Qed.
End Eval.
