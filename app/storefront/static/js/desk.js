// Small comforts for every page. Each page works without them.
// A form is sent once: a second click does nothing until the page comes back, and what takes long says so.
const LONG_MS = 1500;
const working = document.querySelector("[data-working]");
let waiting;
document.addEventListener("submit", (event) => {
  const form = event.target;
  // What it is about: the field that data-names names, else the one that is called so.
  const named = form.elements[form.dataset.names ?? "named"]?.value ?? "";
  if (form.dataset.confirm && !window.confirm(`${form.dataset.confirm}\n\n${named}`.trim())) {
    event.preventDefault();
    return;
  }
  // Answered here: the server need not ask (forms.confirmed).
  if (form.dataset.confirm && !form.elements.confirmed) {
    const yes = Object.assign(document.createElement("input"), { type: "hidden", name: "confirmed", value: "1" });
    form.append(yes);
  }
  if (form.getAttribute("method") === "post" && !event.defaultPrevented && !form.matches(".say")) {
    for (const button of form.querySelectorAll("button:not([type=button])")) button.setAttribute("aria-busy", "true");
    event.submitter?.setAttribute("data-pressed", "");
    if (form.dataset.sent) event.preventDefault();
    else waiting = setTimeout(() => { if (working) working.textContent = working.dataset.working; }, LONG_MS);
    form.dataset.sent = "1";
  }
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[aria-busy]")) ["aria-busy", "data-pressed"].forEach((name) => button.removeAttribute(name));
  clearTimeout(waiting);
  working?.replaceChildren();
});

// A choice with data-submit sends its form at once; the button beside it is for browsers without scripts.
document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submit], input[data-submit]")) event.target.form.requestSubmit();
});

// <button data-copy="#id or text"> copies and says so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const source = /^#[\w-]+$/.test(button.dataset.copy) ? document.querySelector(button.dataset.copy) : null;
  await navigator.clipboard.writeText(source ? source.textContent.trim() : button.dataset.copy);
  const before = button.textContent;
  button.textContent = button.dataset.copied || "✓";
  setTimeout(() => { button.textContent = before; }, 1600);
});

// In a form of several parts Enter presses the first button of its part, not the first of all.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("form[data-parts] input")) return;
  const button = event.target.closest("section").querySelector("button");
  event.preventDefault();
  button.form.requestSubmit(button);
});

// Of tabs that do not fit, the one that is open is in sight.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const tabs = tab.closest(".tabs");
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.clientWidth) / 2;
}

// A file can be dropped on its field.
for (const drop of document.querySelectorAll(".drop")) {
  const input = drop.querySelector("input[type=file]");
  if (!input) continue;
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files.length) input.files = event.dataTransfer.files;
    });
  }
}

// Esc closes the phone's menu and gives the focus back to its button.
document.addEventListener("keydown", (event) => {
  const menu = document.getElementById("nav-open");
  if (event.key !== "Escape" || !menu?.checked) return;
  menu.checked = false;
  menu.focus();
});
