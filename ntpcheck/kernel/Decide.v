(* Closed statements over the reals, decided in the kernel part by part. Not to be read: what is trusted of it is
   checked by the kernel. *)
From Coq Require Import Reals List ZArith Lra QArith Qreals Bool Lia.
From Interval Require Import Basic.
From NtpcheckKernel Require Export Book Values.
Open Scope R_scope.

Inductive tm : Type :=
| tC (z : Z) | tN (n : nat) | tAdd (a b : tm) | tSub (a b : tm) | tMul (a b : tm) | tDiv (a b : tm) | tNeg (a : tm)
| tPow (a : tm) (n : nat) | tRt2 (a : tm) | tExp (a : tm) | tLn (a : tm) | tSqrt (a : tm) | tAbs (a : tm) | tMax (a b : tm)
| tMin (a b : tm) | tIf (f : fm) (a b : tm) | tMaxL (l : ls) | tMinL (l : ls) | tVal (x : R) (v : val) (H : okv v x) | tOpen (x : R)
with ls : Type := lNil | lCons (a : tm) (l : ls) | lApp (l r : ls) | lIf (f : fm) (l r : ls)
with fm : Type := fT | fF | fLt (a b : tm) | fLe (a b : tm) | fGt (a b : tm) | fGe (a b : tm) | fEq (a b : tm)
| fNEq (a b : nat) | fNLt (a b : nat) | fNLe (a b : nat) | fNot (f : fm) | fAnd (f g : fm) | fOr (f g : fm) | fImp (f g : fm)
| fIff (f g : fm) | fIf (c f g : fm) | fYes (P : Prop) (H : P) | fNo (P : Prop) (H : ~ P) | fOpen (P : Prop).

Fixpoint dt (t : tm) : R := match t with
| tC z => IZR z | tN n => INR n | tAdd a b => dt a + dt b | tSub a b => dt a - dt b | tMul a b => dt a * dt b
| tDiv a b => dt a / dt b | tNeg a => - dt a | tPow a n => dt a ^ n | tRt2 a => sqrt (dt a) ^ 2 | tExp a => exp (dt a) | tLn a => ln (dt a)
| tSqrt a => sqrt (dt a) | tAbs a => Rabs (dt a) | tMax a b => Rmax (dt a) (dt b) | tMin a b => Rmin (dt a) (dt b)
| tIf f a b => when (df f) (dt a) (dt b) | tMaxL l => largest_of (dl l) | tMinL l => least_of (dl l)
| tVal x _ _ => x | tOpen x => x end
with dl (l : ls) : list R := match l with
| lNil => nil | lCons a l => cons (dt a) (dl l) | lApp l r => dl l ++ dl r | lIf f l r => when (df f) (dl l) (dl r) end
with df (f : fm) : Prop := match f with
| fT => True | fF => False | fLt a b => dt a < dt b | fLe a b => dt a <= dt b | fGt a b => dt a > dt b
| fGe a b => dt a >= dt b | fEq a b => dt a = dt b | fNEq a b => a = b | fNLt a b => (a < b)%nat | fNLe a b => (a <= b)%nat
| fNot f => ~ df f | fAnd f g => df f /\ df g | fOr f g => df f \/ df g | fImp f g => df f -> df g
| fIff f g => df f <-> df g | fIf c f g => when (df c) (df f) (df g) | fYes P _ => P | fNo P _ => P | fOpen P => P end.

Section Eval.
Variable bits : positive.
Fixpoint et (t : tm) : option val := match t with
| tC z => Some (VQ (inject_Z z)) | tN n => Some (VQ (inject_Z (Z.of_nat n)))
| tAdd a b => map2 (vadd bits) (et a) (et b) | tSub a b => map2 (vsub bits) (et a) (et b) | tMul a b => map2 (vmul bits) (et a) (et b)
| tDiv a b => bind (et a) (fun x => bind (et b) (fun y => bind ((vinv bits) y) (fun z => Some ((vmul bits) x z))))
| tNeg a => bind (et a) (fun x => Some (vneg x))
| tPow a n => bind (et a) (fun x => Some ((vpow bits) x n))
| tRt2 a => bind (et a) (fun x => match (lt0 bits) x with Some false => Some x | _ => None end)
| tExp a => bind (et a) (fun x => Some ((vexp bits) x)) | tLn a => bind (et a) (vln bits)
| tSqrt a => bind (et a) (vsqrt bits) | tAbs a => bind (et a) (fun x => Some ((vabs bits) x))
| tMax a b => map2 (vmax bits) (et a) (et b) | tMin a b => map2 (vmin bits) (et a) (et b)
| tIf f a b => bind (ef f) (fun c => if c then et a else et b)
| tMaxL l => bind (el l) (fun v => match v with nil => None | cons x r => Some (fold_right (vmax bits) x r) end)
| tMinL l => bind (el l) (fun v => match v with nil => None | cons x r => Some (fold_right (vmin bits) x r) end)
| tVal _ v _ => Some v | tOpen _ => None end
with el (l : ls) : option (list val) := match l with
| lNil => Some nil | lCons a l => map2 cons (et a) (el l) | lApp l r => map2 (@app val) (el l) (el r)
| lIf f l r => bind (ef f) (fun c => if c then el l else el r) end
with ef (f : fm) : option bool := match f with
| fT => Some true | fF => Some false
| fLt a b | fGt b a => bind (map2 (vsub bits) (et a) (et b)) (lt0 bits)
| fLe a b | fGe b a => bind (bind (map2 (vsub bits) (et b) (et a)) (lt0 bits)) (fun c => Some (negb c))
| fEq a b => bind (map2 (vsub bits) (et a) (et b)) (eq0 bits)
| fNEq a b => Some (Nat.eqb a b) | fNLt a b => Some (Nat.ltb a b) | fNLe a b => Some (Nat.leb a b)
| fNot f => bind (ef f) (fun c => Some (negb c))
| fAnd f g => match ef f with Some true => ef g | Some false => Some false | None => match ef g with Some false => Some false | _ => None end end
| fOr f g => match ef f with Some false => ef g | Some true => Some true | None => match ef g with Some true => Some true | _ => None end end
| fImp f g => match ef f with Some true => ef g | Some false => Some true | None => match ef g with Some true => Some true | _ => None end end
| fIff f g => map2 Bool.eqb (ef f) (ef g)
| fIf c f g => bind (ef c) (fun b => if b then ef f else ef g)
| fYes _ _ => Some true | fNo _ _ => Some false | fOpen _ => None end.

End Eval.


Scheme tm_mut := Induction for tm Sort Prop with ls_mut := Induction for ls Sort Prop with fm_mut := Induction for fm Sort Prop.
Combined Scheme all_mut from tm_mut, ls_mut, fm_mut.
Ltac opt := repeat match goal with
| H : bind ?x _ = Some _ |- _ => let a := fresh "a" in let E := fresh "E" in destruct x as [a|] eqn:E; [cbn [bind] in H | discriminate H]
| H : map2 _ ?x ?y = Some _ |- _ => unfold map2 in H
| H : Some _ = Some _ |- _ => injection H as <-
end.
Ltac use := repeat match goal with
| I : forall v, Some ?x = Some v -> _ |- _ => specialize (I x eq_refl) end.
Lemma folded_max bits r s x y : Forall2 okv r s -> okv x y -> okv (fold_right (vmax bits) x r) (fold_right Rmax y s).
Proof. intros F H. induction F; simpl; [assumption | now apply vmax_ok]. Qed.
Lemma folded_min bits r s x y : Forall2 okv r s -> okv x y -> okv (fold_right (vmin bits) x r) (fold_right Rmin y s).
Proof. intros F H. induction F; simpl; [assumption | now apply vmin_ok]. Qed.
Lemma sound bits : (forall t v, et bits t = Some v -> okv v (dt t)) /\ (forall l vs, el bits l = Some vs -> Forall2 okv vs (dl l))
  /\ (forall f b, ef bits f = Some b -> if b then df f else ~ df f).
Proof.
  apply all_mut; cbn [et el ef dt dl df]; fold (et bits) (el bits) (ef bits) dt dl df; intros; opt; use; try discriminate.
  - simpl. now rewrite Q2R_Z. - simpl. now rewrite Q2R_Z, INR_IZR_INZ.
  - now apply vadd_ok. - now apply vsub_ok. - now apply vmul_ok.
  - apply vmul_ok; [assumption|]. exact (vinv_ok _ _ _ _ H0 E1). - now apply vneg_ok.
  - now apply vpow_ok.
  - destruct (lt0 bits a0) as [[|]|] eqn:L; try discriminate. injection H0 as <-.
    assert (K := lt0_ok _ _ _ _ H L). simpl in K. replace (sqrt (dt a) ^ 2) with (dt a); [assumption|].
    simpl. rewrite Rmult_1_r. symmetry. apply sqrt_sqrt. lra.
  - now apply vexp_ok. - exact (vln_ok _ _ _ _ H H0). - exact (vsqrt_ok _ _ _ _ H H0). - now apply vabs_ok.
  - now apply vmax_ok. - now apply vmin_ok.
  - destruct a0; cbv beta iota in *; [rewrite when_yes by assumption | rewrite when_no by assumption]; auto.
  - destruct a as [|x r]; [discriminate|]. opt. inversion H; subst. now apply folded_max.
  - destruct a as [|x r]; [discriminate|]. opt. inversion H; subst. now apply folded_min.
  - exact H. - constructor. - now constructor. - now apply Forall2_app.
  - destruct a; cbv beta iota in *; [rewrite when_yes by assumption | rewrite when_no by assumption]; auto.
  - exact Logic.I. - tauto.
  - assert (G := lt0_ok _ _ _ _ (vsub_ok bits _ _ _ _ H H0) H1). destruct b0; lra.
  - assert (G := lt0_ok _ _ _ _ (vsub_ok bits _ _ _ _ H0 H) E). destruct a0; simpl; lra.
  - assert (G := lt0_ok _ _ _ _ (vsub_ok bits _ _ _ _ H0 H) H1). destruct b0; lra.
  - assert (G := lt0_ok _ _ _ _ (vsub_ok bits _ _ _ _ H H0) E). destruct a0; simpl; lra.
  - assert (G := eq0_ok _ _ _ _ (vsub_ok bits _ _ _ _ H H0) H1). destruct b0; lra.
  - destruct (Nat.eqb_spec a b); assumption.
  - destruct (Nat.ltb_spec a b); lia.
  - destruct (Nat.leb_spec a b); lia.
  - destruct a; simpl; tauto.
  - destruct (ef bits f) as [[|]|], (ef bits g) as [[|]|]; try discriminate; opt; use; cbv beta iota in *;
    try match goal with |- if ?c then _ else _ => destruct c end; tauto.
  - destruct (ef bits f) as [[|]|], (ef bits g) as [[|]|]; try discriminate; opt; use; cbv beta iota in *;
    try match goal with |- if ?c then _ else _ => destruct c end; tauto.
  - destruct (ef bits f) as [[|]|], (ef bits g) as [[|]|]; try discriminate; opt; use; cbv beta iota in *;
    try match goal with |- if ?c then _ else _ => destruct c end; tauto.
  - destruct a, a0; simpl; tauto.
  - destruct a; cbv beta iota in *; [rewrite when_yes by assumption | rewrite when_no by assumption];
    [exact (H0 _ H2) | exact (H1 _ H2)].
  - assumption. - assumption.
Qed.
Lemma decide_yes bits f : ef bits f = Some true -> df f.
Proof. exact (proj2 (proj2 (sound bits)) f true). Qed.
Lemma decide_no bits f : ef bits f = Some false -> ~ df f.
Proof. exact (proj2 (proj2 (sound bits)) f false). Qed.

Lemma decide_val bits t v : et bits t = Some v -> okv v (dt t).
Proof. exact (proj1 (sound bits) t v). Qed.

(* ---- from a goal to its tree: a definition at an instance is decided once, and its value is a hypothesis ---- *)
Ltac closer x := x. (* each file: sizes, whole numbers and bounded quantifiers are computed, definitions stay *)
Ltac head x := lazymatch x with ?f _ => head f | _ => x end.
Ltac stepped x := lazymatch x with
| path (S ?k) ?E ?a ?b => constr:(path k E a b \/ (path k E a k /\ path k E k b))
| path O ?E ?a ?b => let y := constr:(E a b) in closer y
| every_set (S ?k) ?T ?F => constr:(every_set k T F /\ every_set k (fun e => e = k \/ T e) F)
| every_set O ?T ?F => let y := constr:(F T) in closer y
| _ => let f := head x in let y := eval unfold f in x in closer y end.
Ltac truth bits f := eval vm_compute in (ef bits f).
Ltac tree_of_term bits t := lazymatch t with
| IZR ?z => constr:(tC z)
| INR ?n => constr:(tN n)
| ?a + ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(tAdd x y)
| ?a - ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(tSub x y)
| ?a * ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(tMul x y)
| ?a / ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(tDiv x y)
| - ?a => let x := tree_of_term bits a in constr:(tNeg x)
| sqrt ?a ^ 2 => let x := tree_of_term bits a in constr:(tRt2 x)
| ?a ^ ?n => let x := tree_of_term bits a in constr:(tPow x n)
| exp ?a => let x := tree_of_term bits a in constr:(tExp x)
| ln ?a => let x := tree_of_term bits a in constr:(tLn x)
| sqrt ?a => let x := tree_of_term bits a in constr:(tSqrt x)
| Rabs ?a => let x := tree_of_term bits a in constr:(tAbs x)
| Rmax ?a ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(tMax x y)
| Rmin ?a ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(tMin x y)
| @when R ?f ?a ?b => let c := tree_of bits f in let w := truth bits c in lazymatch w with
  | Some true => let x := tree_of_term bits a in constr:(tIf c x (tOpen b))
  | Some false => let y := tree_of_term bits b in constr:(tIf c (tOpen a) y)
  | _ => constr:(tOpen t) end
| largest_of ?l => let x := tree_of_list bits l in constr:(tMaxL x)
| least_of ?l => let x := tree_of_list bits l in constr:(tMinL x)
| _ => value bits t
end
with value bits x := match goal with
| H : okv ?v x |- _ => constr:(tVal x v H)
| H : x = Q2R ?q |- _ => constr:(tVal x (VQ q) H)
| |- _ => let y := stepped x in let t := tree_of_term bits y in lazymatch t with
  | tC _ => t
  | tDiv (tC _) (tC _) => t
  | tVal _ _ _ => t
  | _ => let w := eval vm_compute in (et bits t) in lazymatch w with Some ?v =>
    let H := fresh "K" in
    let __ := match goal with _ => assert (H : okv v x) by (refine ((fun r : okv v y => r) _); refine ((fun r : okv v (dt t) => r) _); apply (decide_val bits t v); vm_cast_no_check (@eq_refl (option val) (Some v))) end in
    constr:(tVal x v H) end end
| |- _ => constr:(tOpen x) end
with tree_of_list bits l := lazymatch l with
| nil => constr:(lNil)
| ?a :: ?r => let x := tree_of_term bits a in let y := tree_of_list bits r in constr:(lCons x y)
| ?a ++ ?b => let x := tree_of_list bits a in let y := tree_of_list bits b in constr:(lApp x y)
| when ?f ?a ?b => let c := tree_of bits f in let x := tree_of_list bits a in let y := tree_of_list bits b in constr:(lIf c x y)
end
with tree_of bits f := lazymatch f with
| True => constr:(fT)
| False => constr:(fF)
| ?a <= ?a => with_itself bits f a (Rle_refl a)
| ?a >= ?a => with_itself bits f a (Rge_refl a)
| @eq R ?a ?a => with_itself bits f a (@eq_refl R a)
| ?a < ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(fLt x y)
| ?a <= ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(fLe x y)
| ?a > ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(fGt x y)
| ?a >= ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(fGe x y)
| @eq R ?a ?b => let x := tree_of_term bits a in let y := tree_of_term bits b in constr:(fEq x y)
| @eq nat ?a ?b => constr:(fNEq a b)
| (?a < ?b)%nat => constr:(fNLt a b)
| (?a <= ?b)%nat => constr:(fNLe a b)
| ~ ?a => let x := tree_of bits a in constr:(fNot x)
| ?a /\ ?b => let x := tree_of bits a in let w := truth bits x in lazymatch w with
  | Some false => constr:(fAnd x (fOpen b))
  | _ => let y := tree_of bits b in constr:(fAnd x y) end
| ?a \/ ?b => let x := tree_of bits a in let w := truth bits x in lazymatch w with
  | Some true => constr:(fOr x (fOpen b))
  | _ => let y := tree_of bits b in constr:(fOr x y) end
| ?a <-> ?b => let x := tree_of bits a in let y := tree_of bits b in constr:(fIff x y)
| @when Prop ?c ?a ?b => let z := tree_of bits c in let x := tree_of bits a in let y := tree_of bits b in constr:(fIf z x y)
| ?a -> ?b => let x := tree_of bits a in let w := truth bits x in lazymatch w with
  | Some false => constr:(fImp x (fOpen b))
  | _ => let y := tree_of bits b in constr:(fImp x y) end
| every_set _ _ _ => let y := stepped f in tree_of bits y
| _ => verdict bits f
end
with with_itself bits f a H := let x := tree_of_term bits a in let w := eval vm_compute in (et bits x) in lazymatch w with
| Some _ => constr:(fYes f H)
| None => constr:(fOpen f) end
with verdict bits p := match goal with
| H : p |- _ => constr:(fYes p H)
| H : ~ p |- _ => constr:(fNo p H)
| |- _ => let y := stepped p in let t := tree_of bits y in lazymatch t with
  | fNEq _ _ => t
  | fYes _ _ => t
  | fNo _ _ => t
  | _ => let w := truth bits t in let H := fresh "K" in lazymatch w with
    | Some true => let __ := match goal with _ => assert (H : p) by decided_yes bits y t end in constr:(fYes p H)
    | Some false => let __ := match goal with _ => assert (H : ~ p) by decided_no bits y t end in constr:(fNo p H) end end
| |- _ => constr:(fOpen p) end
with decided_yes bits y f := refine ((fun r : y => r) _); refine ((fun r : df f => r) _); by_computing (decide_yes bits f) true
with decided_no bits y f := refine ((fun r : ~ y => r) _); refine ((fun r : ~ df f => r) _); by_computing (decide_no bits f) false
with by_computing lemma b := apply lemma; vm_cast_no_check (@eq_refl (option bool) (Some b)).
Ltac decided bits := lazymatch goal with
| |- ~ ?g => let y := closer g in let f := tree_of bits y in let w := truth bits f in lazymatch w with
  Some false => decided_no bits y f end
| |- ?g => let y := closer g in let f := tree_of bits y in let w := truth bits f in lazymatch w with
  Some true => decided_yes bits y f end end.
Ltac decide_it := first [decided 60%positive | decided 250%positive].

(* ---- arrays of numbers ---- *)
Definition tab1 {A} (z : A) (l : list A) i := nth i l z.
Definition tab3 {A} (z : A) (l : list (list (list A))) i j k := nth k (nth j (nth i l []) []) z.
Definition tab2 {A} (z : A) (l : list (list A)) i j := nth j (nth i l []) z.
