// The inbox while it is open: new messages appear, the conversation stays at its end, and what is on the screen counts
// as read (live.js reads the regions again). Without this script the page is read again by hand.
const open = document.querySelector("[data-conversation]");
const log = document.querySelector(".thread .log");

// The log is laid out from its end: 0 is the newest message, and what is above is negative.
let ended = true;
document.addEventListener("desk:swap", ({ detail }) => { if (log?.contains(detail)) ended = ended || log.scrollTop > -120; });
document.addEventListener("desk:swapped", ({ detail }) => {
  if (log?.contains(detail) && ended) log.scrollTop = 0;
  ended = false;
});

async function seen(unread) {
  if (!open || !Number(unread) || document.visibilityState !== "visible") return;
  await fetch(`/inbox/${open.dataset.conversation}/read`, { method: "POST", headers: { "X-Requested-With": "fetch" } }).catch(() => null);
}
if (open) {
  seen(open.dataset.unread);
  document.addEventListener("desk:again", ({ detail }) => {
    open.dataset.unread = detail.querySelector("[data-conversation]")?.dataset.unread ?? "0";
    seen(open.dataset.unread);
  });
  document.addEventListener("visibilitychange", () => seen(open.dataset.unread));
}

const form = document.querySelector("[data-reply]");
if (form) {
  const field = form.elements.content;
  const picture = form.querySelector("[data-picture]");
  const chosen = form.querySelector("[data-chosen]");
  const phone = matchMedia("(pointer: coarse)");
  // What somebody is writing outlives the page: a session that has ended, no network, a way back.
  const draft = `desk-draft-${open.dataset.conversation}`;
  field.value ||= sessionStorage.getItem(draft) ?? "";
  field.addEventListener("input", () => sessionStorage.setItem(draft, field.value));
  const grow = () => {
    field.style.height = "";
    field.style.height = `${Math.min(field.scrollHeight + 2, 144)}px`;
  };
  field.addEventListener("input", grow);
  grow();
  // Enter sends where there is a keyboard; on a phone it begins a new line.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || phone.matches) return;
    event.preventDefault();
    if (field.value.trim() || picture.files.length) form.requestSubmit();
  });
  picture.addEventListener("change", () => {
    chosen.hidden = !picture.files.length;
    chosen.textContent = picture.files[0]?.name ?? "";
  });
  // Sent beside the page, so that a phone's keyboard stays; what is refused is sent again as a page that says why and
  // shows it (the request key makes it one message).
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.sent || !(field.value.trim() || picture.files.length)) return;
    form.dataset.sent = "1";
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
    delete form.dataset.sent;
    if (answer && new URL(answer.url).pathname === "/login") { location.assign(answer.url); return; }
    if (answer) sessionStorage.removeItem(draft);
    if (!answer?.ok) { form.submit(); return; }
    form.reset();
    field.value = "";
    chosen.hidden = true;
    form.elements.request_key.value = crypto.getRandomValues(new Uint32Array(6)).join("-");
    grow();
    ended = true;
    document.dispatchEvent(new CustomEvent("desk:reread", { detail: {} }));
  });
  if (!phone.matches) field.focus({ preventScroll: true });
}
