(* Nearest points, ranks and eigenvalues at an instance, and the tactics of the machine part. Not to be read. *)
From Coq Require Export Lra Lia Psatz QArith Qreals.
From NtpcheckKernel Require Export Book Decide.
Open Scope R_scope.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; cbn [sum]; [lra | rewrite IHn; ring]. Qed.
Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; cbn [sum]; intro H; [reflexivity | rewrite IHn, (H n) by auto; reflexivity]. Qed.
Lemma sum_scale n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; cbn [sum]; [lra | rewrite IHn; ring]. Qed.
Lemma sum_nonneg n f : (forall i, 0 <= f i) -> 0 <= sum n f.
Proof. intro H. induction n; cbn [sum]; [lra | specialize (H n); lra]. Qed.
Lemma sum_zero n f : (forall i, (i < n)%nat -> f i = 0) -> sum n f = 0.
Proof. induction n; cbn [sum]; intro H; [reflexivity | rewrite IHn, (H n) by auto; lra]. Qed.
Lemma sum_swap n k f : sum n (fun a => sum k (fun t => f a t)) = sum k (fun t => sum n (fun a => f a t)).
Proof.
  induction n; cbn [sum]; [symmetry; now apply sum_zero|]. rewrite IHn, <- sum_plus. now apply sum_ext.
Qed.
Lemma all_at n P k : all n P -> (k < n)%nat -> P k.
Proof. induction n; cbn [all]; intros H L; [lia|]. destruct H as [H0 H1]. destruct (Nat.eq_dec k n); [now subst|]. apply IHn; [assumption|lia]. Qed.
Lemma all_of n (P : nat -> Prop) : (forall k, (k < n)%nat -> P k) -> all n P.
Proof. induction n; cbn [all]; intro H; [exact Logic.I | split; [apply IHn|]; auto]. Qed.

(* A point of a convex set is nearest to Y if no other point lies on Y's side of it. *)
Lemma kkt r c (P : tensor2 -> Prop) Y X : P X ->
  (forall Z, P Z -> 0 <= sum r (fun a => sum c (fun b => (X a b - Y a b) * (Z a b - X a b)))) -> closest r c P Y X.
Proof.
  intros HX H. split; [exact HX|]. intros Z HZ. specialize (H Z HZ). unfold distance2.
  assert (E : sum r (fun a => sum c (fun b => (Z a b - Y a b) ^ 2)) = sum r (fun a => sum c (fun b => (X a b - Y a b) ^ 2)) +
     (sum r (fun a => sum c (fun b => (Z a b - X a b) ^ 2)) + 2 * sum r (fun a => sum c (fun b => (X a b - Y a b) * (Z a b - X a b))))).
  { rewrite <- sum_scale, <- !sum_plus. apply sum_ext; intros a _. rewrite <- sum_scale, <- !sum_plus. apply sum_ext; intros b _. ring. }
  rewrite E. enough (0 <= sum r (fun a => sum c (fun b => (Z a b - X a b) ^ 2))) by lra.
  apply sum_nonneg; intro; apply sum_nonneg; intro; apply pow2_ge_0.
Qed.

(* More unknowns than equations: k equations in S k unknowns have a solution other than 0. *)
Definition skip p a := if Nat.ltb a p then a else S a.
Lemma sum_remove n : forall p f, (p < S n)%nat -> sum (S n) f = f p + sum n (fun a => f (skip p a)).
Proof.
  induction n; intros p f L.
  - replace p with 0%nat by lia. cbn [sum]. lra.
  - change (sum (S (S n)) f) with (sum (S n) f + f (S n)). destruct (Nat.eq_dec p (S n)) as [->|N].
    + rewrite Rplus_comm. f_equal. apply sum_ext. intros i Hi. unfold skip. now rewrite (proj2 (Nat.ltb_lt _ _) Hi).
    + rewrite (IHn p f) by lia. cbn [sum]. unfold skip at 3.
      replace (Nat.ltb n p) with false by (symmetry; apply Nat.ltb_ge; lia). ring.
Qed.
Lemma homogeneous k : forall A : nat -> nat -> R, exists x : nat -> R,
  (exists a, (a < S k)%nat /\ x a <> 0) /\ forall t, (t < k)%nat -> sum (S k) (fun a => x a * A a t) = 0.
Proof.
  induction k; intro A.
  - exists (fun _ => 1). split; [exists 0%nat; split; [lia|lra] | intros; lia].
  - destruct (Classical_Prop.classic (exists a, (a < S (S k))%nat /\ A a k <> 0)) as [[p [Lp Hp]]|N].
    + destruct (IHk (fun a t => A (skip p a) t - A (skip p a) k / A p k * A p t)) as [y [[a [La Ha]] Hy]].
      set (s := sum (S k) (fun a => y a * A (skip p a) k)).
      assert (K : forall a, skip p a <> p) by (intro b; unfold skip; destruct (Nat.ltb_spec b p); lia).
      set (x := fun a => if Nat.eqb a p then - s / A p k else if Nat.ltb a p then y a else y (pred a)).
      assert (X : forall b, x (skip p b) = y b).
      { intro b. unfold x. rewrite (proj2 (Nat.eqb_neq _ _) (K b)). unfold skip. destruct (Nat.ltb_spec b p) as [B|B].
        - now rewrite (proj2 (Nat.ltb_lt _ _) B).
        - replace (Nat.ltb (S b) p) with false by (symmetry; apply Nat.ltb_ge; lia). reflexivity. }
      exists x. split.
      * exists (skip p a). rewrite X. split; [unfold skip; destruct (Nat.ltb a p); lia | assumption].
      * intros t Lt. rewrite (sum_remove _ p) by assumption.
        assert (E : sum (S k) (fun a => x (skip p a) * A (skip p a) t) = sum (S k) (fun a => y a * A (skip p a) t))
          by (apply sum_ext; intros; now rewrite X).
        rewrite E. unfold x at 1. rewrite Nat.eqb_refl. destruct (Nat.eq_dec t k) as [->|Nt].
        -- fold s. field. assumption.
        -- specialize (Hy t ltac:(lia)).
           assert (F : sum (S k) (fun a => y a * (A (skip p a) t - A (skip p a) k / A p k * A p t))
             = sum (S k) (fun a => y a * A (skip p a) t) + (- A p t / A p k) * s).
           { unfold s. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros. field. assumption. }
           rewrite F in Hy. rewrite <- Hy. field. assumption.
    + destruct (IHk A) as [y [[a [La Ha]] Hy]].
      exists (fun b => if Nat.ltb b (S k) then y b else 0). split.
      * exists a. split; [lia|]. now rewrite (proj2 (Nat.ltb_lt _ _) La).
      * intros t Lt. assert (Z : sum (S k) (fun b => (if Nat.ltb b (S k) then y b else 0) * A b t) = sum (S k) (fun b => y b * A b t)).
        { apply sum_ext. intros b Lb. now rewrite (proj2 (Nat.ltb_lt _ _) Lb). }
        change (sum (S (S k)) ?f) with (sum (S k) f + f (S k)). rewrite Z, Nat.ltb_irrefl, Rmult_0_l, Rplus_0_r.
        destruct (Nat.eq_dec t k) as [->|Nt]; [|apply Hy; lia].
        apply sum_zero. intros b Lb. destruct (Req_dec (A b k) 0) as [E|E]; [rewrite E; ring|].
        exfalso. apply N. exists b. split; [lia|assumption].
Qed.

(* Rows that are combinations of k vectors have no k + 1 independent among them. *)
Lemma spanned r c k (P : nat -> Prop) (A G B : tensor2) :
  all r (fun a => P a -> all c (fun b => A a b = sum k (fun t => G a t * B t b))) ->
  forall s : nat -> nat, all (S k) (fun a => (s a < r)%nat /\ P (s a)) -> ~ independent c (S k) (fun a => A (s a)).
Proof.
  intros H s Hs I. destruct (homogeneous k (fun a t => G (s a) t)) as [x [[a [La Ha]] Hx]].
  apply Ha. refine (all_at _ _ _ (I x _) La). apply all_of. intros b Lb.
  transitivity (sum (S k) (fun a => sum k (fun t => x a * G (s a) t * B t b))).
  - apply sum_ext. intros e Le. destruct (all_at _ _ _ Hs Le) as [L1 L2].
    rewrite (all_at _ _ _ (all_at _ _ _ H L1 L2) Lb), <- sum_scale. apply sum_ext. intros. ring.
  - rewrite sum_swap. apply sum_zero. intros t Lt.
    transitivity (B t b * sum (S k) (fun a => x a * G (s a) t)); [|rewrite Hx by assumption; ring].
    rewrite <- sum_scale. apply sum_ext. intros. ring.
Qed.
Lemma fewer c k n (B : tensor2) : (k <= n)%nat -> independent c n B -> independent c k B.
Proof.
  intros L I x Hx. set (y := fun a => if Nat.ltb a k then x a else 0).
  assert (Y : all n (fun a => y a = 0)).
  { apply I. apply all_of. intros b Lb. rewrite <- (all_at _ _ _ Hx Lb). clear I Hx.
    induction n; [replace k with 0%nat by lia; reflexivity|]. destruct (Nat.eq_dec k (S n)) as [->|N].
    - apply sum_ext. intros a La. unfold y. now rewrite (proj2 (Nat.ltb_lt _ _) La).
    - cbn [sum]. rewrite IHn by lia. unfold y. replace (Nat.ltb n k) with false by (symmetry; apply Nat.ltb_ge; lia). ring. }
  apply all_of. intros a La. assert (Z := all_at _ _ _ Y (Nat.lt_le_trans _ _ _ La L)). unfold y in Z.
  now rewrite (proj2 (Nat.ltb_lt _ _) La) in Z.
Qed.
Lemma one_rank r c P A k n : has_rank r c P A k -> has_rank r c P A n -> k = n.
Proof.
  assert (W : forall k n, has_rank r c P A k -> has_rank r c P A n -> ~ (k < n)%nat).
  { clear k n. intros k n [_ H] [[s [Hs I]] _] L. apply (H s).
    - apply all_of. intros a La. apply (all_at _ _ _ Hs). lia.
    - apply (fewer _ _ n); [lia | assumption]. }
  intros H K. destruct (Nat.lt_trichotomy k n) as [L|[E|L]]; [destruct (W _ _ H K L) | assumption | destruct (W _ _ K H L)].
Qed.
Lemma rank_is r c P A k : (k < S r)%nat -> has_rank r c P A k -> rank r c P A = INR k.
Proof.
  intros L H. unfold rank. rewrite (sum_remove _ k) by assumption. rewrite when_yes by assumption.
  rewrite sum_zero; [ring|]. intros i Li. apply when_no. intro K. assert (E := one_rank _ _ _ _ _ _ H K).
  unfold skip in E. destruct (Nat.ltb_spec i k); lia.
Qed.
Lemma rank_by r c k (P : nat -> Prop) (A G : tensor2) (s : nat -> nat) : (k < S r)%nat ->
  all k (fun a => (s a < r)%nat /\ P (s a)) -> independent c k (fun a => A (s a)) ->
  all r (fun a => P a -> all c (fun b => A a b = sum k (fun t => G a t * A (s t) b))) -> rank r c P A = INR k.
Proof.
  intros L Hs I H. apply rank_is; [assumption|]. split; [exists s; split; assumption | apply (spanned r c k P A G _ H)].
Qed.

(* ---- tactics; each file redefines `open` to unfold its definitions ---- *)
Ltac open := idtac.
Ltac given k := idtac. (* each file: k with every lemma on its parts that are no arithmetic *)
Ltac facts := given ltac:(fun H => let F := fresh in pose proof H as F; revert F; open; intro F).
Ltac numerals := rewrite ?INR_IZR_INZ; cbn [Z.of_nat Pos.of_succ_nat Pos.succ].
Ltac same := first [ring | lra | field].
(* What a file knows, in the form in which parts of a statement are looked up. *)
Ltac near := given ltac:(fun H => let T := type of H in let U := closer T in let F := fresh in pose proof (H : U) as F).
Ltac by_parts := near; decide_it.
Ltac at_once := first [by_parts | open; facts; decide_it].
Ltac plain_when t := lazymatch t with context [@when] => fail | _ => idtac end.
Ltac chosen H := repeat match type of H with context [@when ?A ?P ?x ?y] => plain_when P;
  first [ rewrite (@when_yes A P x y) in H by decide_it | rewrite (@when_no A P x y) in H by decide_it ] end.
Ltac chosen_goal := repeat match goal with |- context [@when ?A ?P ?x ?y] => plain_when P;
  first [ rewrite (@when_yes A P x y) by decide_it | rewrite (@when_no A P x y) by decide_it ] end.
(* Logarithms as sums of those of primes, and numbers that are divided by, which then are the same wherever they stand. *)
Lemma whole x z : okv (VQ (z # 1)) x -> x = IZR z.
Proof. intros ->. unfold Q2R. simpl. field. Qed.
Lemma lnp_above p : (1 < p)%positive -> 0 < lnp p.
Proof. intro L. rewrite <- ln_1. apply ln_increasing; [lra | now apply IZR_lt]. Qed.
Ltac equation t := let w := eval vm_compute in (et 60 t) in lazymatch w with Some ?v =>
  let E := constr:(decide_val 60 t v (eq_refl (Some v) <: et 60 t = Some v)) in let x := eval cbn [dt] in (dt t) in lazymatch v with
  | VQ (?n # 1) => constr:(whole x n E)
  | VQ (?n # ?d) => constr:(E : x = IZR n / IZR (Zpos d))
  | VL ?c ?l => constr:(E : x = Q2R c + logs l) end end.
Ltac log_of x := let t := tree_of_term 60%positive x in equation (tLn t).
Ltac divisor x := lazymatch x with IZR _ => fail | _ => let t := tree_of_term 60%positive x in equation t end.
Ltac logs_in H := repeat match type of H with
  | context [ln ?x] => let E := log_of x in rewrite E in H
  | context [_ / ?x] => let E := divisor x in rewrite E in H end; try cbv [logs Q2R Qnum Qden] in H.
Ltac logs_in_goal := repeat match goal with
  | |- context [ln ?x] => let E := log_of x in rewrite E
  | |- context [_ / ?x] => let E := divisor x in rewrite E end; try cbv [logs Q2R Qnum Qden].
(* Linear arithmetic over logarithms of primes, which are positive. *)
Ltac positive_logs := repeat match goal with
  | H : context [lnp ?p] |- _ => lazymatch goal with _ : 0 < lnp p |- _ => fail | _ => assert (0 < lnp p) by now apply lnp_above end
  | |- context [lnp ?p] => lazymatch goal with _ : 0 < lnp p |- _ => fail | _ => assert (0 < lnp p) by now apply lnp_above end end.
Ltac linear := positive_logs; lra.
Ltac opened H := revert H; open; intro H.
(* H, part by part: guards are decided, what is left is arithmetic. *)
Ltac known H := let T := type of H in let U := closer T in lazymatch U with
  | True => clear H
  | _ /\ _ => let A := fresh "A" in let B := fresh "B" in destruct (H : U) as [A B]; clear H; known A; known B
  | ?a -> ?b => let f := tree_of 60%positive a in let w := truth 60%positive f in lazymatch w with
    | Some false => clear H
    | Some true => let T := fresh "T" in
      assert (T : a) by decided_yes 60%positive a f; let G := fresh "H" in assert (G := (H : U) T); clear H T; known G end
  | @when Prop ?c ?a ?b => opened H; chosen H; known H
  | ~ _ => opened H; chosen H
  | _ < _ => number_in H
  | _ <= _ => number_in H
  | _ > _ => number_in H
  | _ >= _ => number_in H
  | _ = _ => number_in H
  | _ => let V := stepped U in change V in H; known H end
with number_in H := logs_in H; opened H; chosen H; logs_in H.
Ltac shown := lazymatch goal with |- ?T => let U := closer T in lazymatch U with
  | True => exact Logic.I
  | _ /\ _ => refine (_ : U); split; [shown | shown]
  | ?a -> ?b => let f := tree_of 60%positive a in let w := truth 60%positive f in lazymatch w with
    | Some false => let T := fresh "T" in assert (T : ~ a) by decided_no 60%positive a f; refine (_ : U); intro; contradiction
    | Some true => refine (_ : U); intros _; shown end
  | ~ _ => open; chosen_goal; lra
  | _ < _ => number_shown
  | _ <= _ => number_shown
  | _ > _ => number_shown
  | _ >= _ => number_shown
  | _ = _ => number_shown
  | _ => let V := stepped U in change V; shown end end
with number_shown := logs_in_goal; open; chosen_goal; logs_in_goal; linear.
Ltac nearest := near; apply kkt; [decide_it | let Z := fresh "Z" in let HZ := fresh "HZ" in intros Z HZ; known HZ;
  logs_in_goal; open; logs_in_goal; linear].
Ltac nobody := near; let D := fresh "D" in let HD := fresh "HD" in intros [D HD]; known HD; linear.
Ltac semidefinite := unfold psd, quad; let x := fresh "x" in intro x; open; facts; chosen_goal; numerals; nra.
Ltac independence := near; let x := fresh "x" in let H := fresh "H" in intros x H; known H; shown.
Ltac exponentials := repeat match goal with |- context [exp ?x] =>
  let P := fresh "P" in let y := fresh "y" in assert (P := exp_pos x); revert P; generalize (exp x); intros y P end.
(* What a statement divides by, and takes logarithms of, for all reals and all along a sequence. *)
Ltac valued_everywhere := lazymatch goal with
  | |- True => exact Logic.I
  | |- _ /\ _ => split; valued_everywhere
  | |- forall x : R, 0 < x -> _ => intros ? ?; valued_everywhere
  | |- ?a -> _ => let T := fresh "T" in first
     [ assert (T : ~ a) by decide_it; intro; contradiction | intro T; valued_everywhere ]
  | |- forall x, _ => intro; valued_everywhere
  | |- _ => first [decide_it | chosen_goal; numerals; exponentials; lra] end.
