"use strict";
// The page reads without this: it adds filters that live in the address, groups, a comparison and copy buttons.
for (const line of document.querySelectorAll(".command")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy: " + line.textContent.trim());
  button.addEventListener("click", async () => {
    const code = line.querySelector("code");
    try { await navigator.clipboard.writeText(code.textContent); } catch {
      getSelection().selectAllChildren(code);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  line.append(button);
}
const list = document.getElementById("list"), shown = document.getElementById("shown");
const form = document.querySelector(".tools"), compared = document.getElementById("compared");
const fields = [...form.elements].filter((field) => field.name);
const verdicts = [...document.getElementById("verdict").options].map((option) => option.value);
const claims = [...list.querySelectorAll("article")].map((article, place) => ({
  article, place, paper: article.parentElement.getAttribute("aria-label"), text: article.textContent.toLowerCase(),
}));
const groupOf = {
  "": (claim) => claim.paper,
  result: (claim) => claim.article.dataset.result,
  verdict: (claim) => claim.article.dataset.verdict,
  class: (claim) => claim.article.dataset.class || "stands, or no reason is written down",
};
const before = {
  "": (one, other) => one.place - other.place,
  id: (one, other) => (one.article.id < other.article.id ? -1 : 1),
  verdict: (one, other) => verdicts.indexOf(one.article.dataset.verdict) - verdicts.indexOf(other.article.dataset.verdict)
    || one.place - other.place,
};
const chosen = () => new URLSearchParams([...new FormData(form)].filter(([name, value]) => value && typeof value === "string"));
function read() {
  const given = new URLSearchParams(location.search);
  for (const field of fields) {
    const value = given.get(field.name) || "";
    if (field.type === "checkbox") field.checked = value !== "";
    else if (field.type === "search" || [...field.options].some((option) => option.value === value)) field.value = value;
  }
}
function write() {
  const asked = chosen().toString();
  try { history.replaceState(null, "", (asked ? "?" + asked : location.pathname) + location.hash); } catch { /* an address that may not change */ }
}
let arranged = "";
function arrange(group, sort) {
  if (arranged === group + " " + sort) return;
  arranged = group + " " + sort;
  const groups = new Map();
  for (const claim of [...claims].sort(before[sort])) {
    const name = groupOf[group](claim);
    groups.set(name, [...(groups.get(name) || []), claim.article]);
  }
  list.replaceChildren(...[...groups].map(([name, members]) => {
    const section = document.createElement("section"), head = document.createElement("h3");
    section.setAttribute("aria-label", name);
    head.textContent = name.replace(/^Claims of /, "");
    section.append(head, ...members);
    return section;
  }));
}
function apply() {
  const asked = chosen(), words = (asked.get("find") || "").toLowerCase().split(/\s+/).filter(Boolean);
  arrange(asked.get("group") || "", asked.get("sort") || "");
  let count = 0;
  for (const { article, text } of claims) {
    article.hidden = !words.every((word) => text.includes(word)) || (asked.has("differs") && !("differs" in article.dataset))
      || ["verdict", "of", "class"].some((name) => asked.has(name) && article.dataset[name] !== asked.get(name));
    count += article.hidden ? 0 : 1;
  }
  for (const section of list.children) section.hidden = !section.querySelector("article:not([hidden])");
  shown.textContent = count === claims.length ? "" : count + " of " + claims.length + " claims";
  for (const tile of document.querySelectorAll("[data-filter]")) {
    const [[name, value]] = new URLSearchParams(tile.dataset.filter);
    if (asked.get(name) === value) tile.setAttribute("aria-current", "true"); else tile.removeAttribute("aria-current");
  }
}
function changed() { write(); apply(); }
form.addEventListener("input", changed);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => { compared.replaceChildren(); changed(); }));
for (const tile of document.querySelectorAll("[data-filter]")) tile.addEventListener("click", () => {
  const [[name, value]] = new URLSearchParams(tile.dataset.filter), field = document.getElementById(name);
  field.value = field.value === value ? "" : value;
  changed();
});
document.getElementById("other").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  const line = document.createElement("p");
  compared.replaceChildren(line);
  try {
    const there = new Map(JSON.parse(await file.text()).claims.map((claim) => [claim.id, claim.verdict]));
    const here = new Map(claims.map(({ article }) => [article.querySelector(".id").textContent, article]));
    const moved = [...here].filter(([id, article]) => there.get(id) !== article.dataset.verdict);
    const gone = [...there.keys()].filter((id) => !here.has(id));
    line.textContent = moved.length + gone.length + " claims differ from " + file.name + (moved.length + gone.length ? ":" : ".");
    const rows = document.createElement("ul");
    for (const [id, article] of moved) {
      const row = document.createElement("li"), link = document.createElement("a");
      link.href = "#" + article.id;
      link.textContent = id;
      row.append(link, ": " + (there.get(id) || "not in the other run") + " there, " + article.dataset.verdict + " here");
      rows.append(row);
    }
    for (const id of gone) rows.append(Object.assign(document.createElement("li"), { textContent: id + ": " + there.get(id) + " there, not in this run" }));
    compared.append(rows);
  } catch { line.textContent = (file ? file.name : "That") + " is no summary.json of a run."; }
});
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const evidence = target && (target.matches("article") ? target.querySelector("details") : target.closest("details"));
  if (!evidence) return;
  if (target.hidden) { form.reset(); return setTimeout(open, 10); }
  evidence.open = true;
  target.scrollIntoView();
}
form.hidden = false;
read();
apply();
addEventListener("hashchange", open);
addEventListener("popstate", () => { read(); apply(); });
open();
