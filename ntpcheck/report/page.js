"use strict";
// The page reads without this: it only adds copy buttons, a filter, and opens what a link points into.
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
const find = document.getElementById("find"), only = document.getElementById("only");
const differs = document.getElementById("differs"), shown = document.getElementById("shown");
const rows = [...document.querySelectorAll("tr.row")].map((row) => [row, row.textContent.toLowerCase()]);
function filter() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word)) || (only.value && row.dataset.verdict !== only.value)
      || (differs.checked && !row.classList.contains("differs"));
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = count === rows.length ? "" : count + " of " + rows.length;
}
for (const field of [find, only, differs]) field.addEventListener("input", filter);
document.querySelector(".tools").addEventListener("submit", (event) => event.preventDefault());
document.querySelector(".tools").hidden = false;
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const evidence = target && target.matches("article") && target.querySelector("details");
  if (evidence) { evidence.open = true; target.scrollIntoView(); }
}
addEventListener("hashchange", open);
open();
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const part of opened) part.open = true;
});
addEventListener("afterprint", () => { for (const part of opened) part.open = false; });
