// What happens while a page is open: one stream for all tabs of the desk, told on as events of the document
// (desk:conversation, desk:order, desk:reread), the count in menu and title, a sound and a notification if wanted.
const shell = document.querySelector("[data-store]");
const store = shell?.dataset.store;
const tabs = new BroadcastChannel("desk-updates");
const WANTED = "desk-alerts";
const title = document.title;
let leads = false;

function tell(kind, detail) {
  document.dispatchEvent(new CustomEvent(`desk:${kind}`, { detail }));
}

function heard(kind, detail) {
  if (detail.store_id && detail.store_id !== store) return;
  tell(kind, detail);
  if (kind !== "order") count();
  if (leads && kind === "conversation") alertOf(detail);
}

tabs.addEventListener("message", (event) => heard(event.data.kind, event.data.detail));

function listen() {
  leads = true;
  const source = new EventSource("/api/desk/updates");
  for (const kind of ["conversation", "order", "reread"]) {
    source.addEventListener(kind, (event) => {
      const detail = JSON.parse(event.data);
      heard(kind, detail);
      tabs.postMessage({ kind, detail });
    });
  }
}

let counting = 0;
function count() {
  clearTimeout(counting);
  counting = setTimeout(async () => {
    const answer = await fetch("/api/desk/attention").catch(() => null);
    if (answer?.ok) show(await answer.json());
  }, 300);
}

function show({ waiting, unread }) {
  const all = waiting + unread;
  document.title = all ? `(${all}) ${title}` : title;
  for (const mark of document.querySelectorAll("[data-count=attention]")) {
    mark.hidden = !all;
    mark.textContent = all > 99 ? "99+" : all;
    mark.setAttribute("aria-label", `${all} ${all === 1 ? mark.dataset.one : mark.dataset.word}`);
  }
}

// The same news twice (a turn begins, a turn ends) rings once; what nobody has read rings again with the next message.
const rung = new Map();
function alertOf({ id, state, unread, lead_name: name, last_message: text }) {
  const key = `${state}/${unread}`;
  const before = rung.get(id);
  rung.set(id, key);
  if (before === key || !unread || (state !== "waiting" && state !== "human")) return;
  if (localStorage.getItem(WANTED) !== "on") return;
  ring();
  if (document.visibilityState === "visible" || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(name || shell.dataset.newWord, { body: text, tag: id });
  note.addEventListener("click", () => {
    window.focus();
    location.assign(`/inbox/${encodeURIComponent(id)}`);
  });
}

// Two short tones. A page may make a sound once somebody has touched it.
let sound = null;
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => { sound ??= new AudioContext(); }, { once: true });
}
function ring() {
  if (!sound) return;
  for (const [start, pitch] of [[0, 660], [0.13, 880]]) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, sound.currentTime + start);
    loud.gain.exponentialRampToValueAtTime(0.2, sound.currentTime + start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + start + 0.22);
    tone.connect(loud).connect(sound.destination);
    tone.start(sound.currentTime + start);
    tone.stop(sound.currentTime + start + 0.25);
  }
}

// The button that turns sound and notifications on; the choice is this browser's.
for (const button of document.querySelectorAll("[data-alerts]")) {
  const say = () => {
    const on = localStorage.getItem(WANTED) === "on";
    button.setAttribute("aria-pressed", on);
    button.querySelector("span").textContent = on ? button.dataset.on : button.dataset.off;
  };
  button.addEventListener("click", async () => {
    const on = localStorage.getItem(WANTED) === "on";
    localStorage.setItem(WANTED, on ? "off" : "on");
    say();
    if (on) return;
    sound ??= new AudioContext();
    ring();
    if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  });
  say();
}

// Regions marked data-live are read again from their page when one of the events of data-live-on has come. What is the
// same stays the very element: a click under way, the focus, an open detail and what somebody is writing live on.
function readAgain(kinds) {
  let timer = 0;
  let running = false;
  const again = async () => {
    if (running) { timer = setTimeout(again, 300); return; }
    running = true;
    try {
      const answer = await fetch(location.href, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
      if (!answer?.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const region of document.querySelectorAll("[data-live]")) {
        const fresh = page.querySelector(`[data-live="${region.dataset.live}"]`);
        if (!fresh || region.isEqualNode(fresh)) continue;
        document.dispatchEvent(new CustomEvent("desk:swap", { detail: region }));
        const focused = document.activeElement;
        settle(region, fresh);
        if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
        document.dispatchEvent(new CustomEvent("desk:swapped", { detail: region }));
      }
      tell("again", page);
    } finally {
      running = false;
    }
  };
  for (const kind of kinds) {
    document.addEventListener(`desk:${kind}`, () => {
      clearTimeout(timer);
      timer = setTimeout(again, 150);
    });
  }
}

// Make an element like a fresh one. Children with data-key are known by it, others by their place and kind. How a form
// was opened stays: what somebody has typed since then was typed over that (edits.py).
function settle(old, fresh) {
  if (old.isEqualNode(fresh) || old.name === "opened") return;
  if (old.nodeType !== Node.ELEMENT_NODE) { old.replaceWith(fresh); return; }
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const known = new Map([...old.children].filter((one) => one.dataset.key).map((one) => [one.dataset.key, one]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const alike = at && !at.dataset?.key && at.nodeName === child.nodeName;
    const same = child.dataset?.key ? known.get(child.dataset.key) : alike ? at : null;
    if (!same) old.insertBefore(child, at);
    else {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      settle(same, child);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const watched = document.querySelector("[data-live-on]");
if (watched) readAgain(watched.dataset.liveOn.split(" "));

// Browsers open few connections to one address: the tab that holds the lock listens for all.
if (store) {
  if (navigator.locks) navigator.locks.request("desk-updates", () => new Promise(listen));
  else listen();
  count();
}
