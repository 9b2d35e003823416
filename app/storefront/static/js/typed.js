// What was typed into a form outlives a session that has ended: sending it leads to the login (guard.py), and once the
// same person is back on its page, so is what they had typed. Passwords and files are not kept.
const KEPT = "desk-typed";
const UNKEPT = ["password", "file", "submit"];
const user = document.querySelector("[data-user]")?.dataset.user;
const told = document.querySelector("[data-typed]");

const isFilledIn = (control) => control.name && !UNKEPT.includes(control.type);
const place = (form) => (form.getAttribute("action") ?? "").replace(/[?#].*/, "");
const isBox = (control) => control.type === "checkbox" || control.type === "radio";

// The last to hear of it: what has been stopped is not sent. Scripts that send beside the page tell by desk:keep.
addEventListener("submit", ({ target, defaultPrevented }) => { if (!defaultPrevented) keep(target); });
addEventListener("desk:keep", ({ target }) => keep(target));

function keep(form) {
  if (!user || form.getAttribute("method") !== "post") return;
  const controls = [...form.elements].filter(isFilledIn);
  if (!controls.some((control) => control.type !== "hidden")) return;
  const fields = controls.filter((control) => !isBox(control) || control.checked).map(({ name, value }) => [name, value]);
  const kept = { user, page: location.pathname, action: place(form), fields };
  try { sessionStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* more than a browser keeps */ }
}

const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
if (kept && /^\/login(\/|$)/.test(location.pathname)) {
  sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, waits: true }));
  if (told) told.hidden = false;
} else if (kept && user) {
  const mine = kept.waits && kept.user === user;
  if (!mine || kept.page === location.pathname) sessionStorage.removeItem(KEPT);
  if (mine && kept.page === location.pathname) giveBack(kept);
}

function giveBack({ action, fields }) {
  const form = [...document.forms].find((one) => place(one) === action && one.getAttribute("method") === "post");
  if (!form) return;
  const left = [...fields];
  for (const control of [...form.elements].filter(isFilledIn)) {
    const at = left.findIndex(([name, value]) => name === control.name && (!isBox(control) || value === control.value));
    if (isBox(control)) control.checked = at >= 0;
    else if (at >= 0) control.value = left[at][1];
    if (at >= 0) left.splice(at, 1);
  }
  for (const part of form.querySelectorAll("details")) part.open = true;
  form.closest("details")?.setAttribute("open", "");
  told.hidden = false;
  // Lines that the form has not when it is opened anew.
  for (const [name, value] of left) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  if (left.length && form.matches("[data-parts]")) form.requestSubmit();
}
