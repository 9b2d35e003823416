// The chat of the try-out page: sends a message, shows the reply while it arrives. Without this script the
// form posts the whole page.
const chat = document.querySelector("[data-chat]");
const log = chat.querySelector(".log");
const form = chat.querySelector("form");
const field = form.elements.message;
const words = chat.dataset;
const history = JSON.parse(form.elements.history.value || "[]");
const reais = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency: "BRL" });

// No line ends between R$ and its amount.
const unbroken = (text) => text.replace(/R\$ (?=\d)/g, "R$\u00a0");

// What the server says of a failure; a browser's own words are nobody's language.
const told = (detail) => Object.assign(new Error(detail), { told: detail });

function add(className, text) {
  const element = document.createElement("div");
  element.className = className;
  element.textContent = unbroken(text);
  log.append(element);
  scroll();
  return element;
}

function scroll() {
  log.scrollTop = log.scrollHeight;
}

// One event of the stream per yield: { name, data }.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    let end;
    while ((end = rest.indexOf("\n\n")) >= 0) {
      const block = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const name = block.find((line) => line.startsWith("event:"))?.slice(6).trim() ?? "message";
      const data = block.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
      if (data) yield { name, data: JSON.parse(data) };
    }
  }
}

function showTool({ name, ok, ms }) {
  // An order that waits for its yes is none that failed.
  const failed = ok === false && name !== "create_order";
  const word = words[`tool-${name}`.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase())] || name;
  const note = add("side-note", `${word}${failed ? " ✗" : ""}${ms ? ` · ${Math.round(ms)} ms` : ""}`);
  log.insertBefore(note, log.querySelector(".bubble.waiting"));
}

function showOrder(order, dryRun) {
  const card = document.createElement("div");
  card.className = "order-made";
  const title = document.createElement("span");
  title.className = "strong";
  title.textContent = `${words.orderWord}${order.number ? ` ${words.numberWord}${order.number}` : ""} · ${reais.format((order.total_cents ?? 0) / 100)}`;
  card.append(title);
  if (dryRun) {
    const note = document.createElement("span");
    note.className = "muted small";
    note.textContent = words.dryWord;
    card.append(note);
  } else {
    const link = document.createElement("a");
    link.href = `/orders/${encodeURIComponent(order.id)}`;
    link.textContent = words.seeWord;
    card.append(link);
  }
  if (order.br_code) {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = "quiet small";
    copy.dataset.copy = order.br_code;
    copy.textContent = words.copyWord;
    card.append(copy);
  }
  log.append(card);
}

function showOffers(products) {
  const box = document.createElement("div");
  box.className = "offers";
  for (const product of products.slice(0, 6)) {
    const link = document.createElement("a");
    link.href = `/products/${encodeURIComponent(product.product_id)}`;
    link.textContent = product.name;
    const price = document.createElement("span");
    price.textContent = product.price_cents === null ? "–" : reais.format(product.price_cents / 100);
    link.append(price);
    box.append(link);
  }
  log.append(box);
}

async function send(message) {
  log.querySelector("[data-greeting]")?.removeAttribute("data-greeting");
  add("bubble user", message);
  const bubble = add("bubble assistant waiting", "");
  form.querySelector("button").disabled = true;
  try {
    const response = await fetch(`/api/agents/${words.agent}/chat`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ message, mode: words.mode, history: history.slice(-40), conversation: form.elements.conversation.value }),
    });
    if (response.status === 401) {
      field.value = message;
      form.dispatchEvent(new Event("desk:keep", { bubbles: true }));
      location.assign(`/login?redirect=${location.pathname}`);
      return;
    }
    if (!response.ok) throw told((await response.json()).detail);
    for await (const { name, data } of events(response.body)) {
      if (name === "delta") {
        bubble.classList.remove("waiting");
        bubble.textContent = unbroken(bubble.textContent + data.text);
      } else if (name === "tool") {
        showTool(data);
      } else if (name === "error") {
        throw told(data.detail);
      } else if (name === "done") {
        bubble.classList.remove("waiting");
        bubble.textContent = unbroken(data.reply);
        history.push({ role: "user", content: message }, { role: "assistant", content: data.reply });
        if (data.products?.length && !data.order) showOffers(data.products);
        if (data.order) showOrder(data.order, data.dry_run);
        add("side-note", `${data.model === "offline-rules" ? words.rulesWord : data.model} · ${data.usage?.total_tokens ?? 0} tokens · ${Math.round(data.timings_ms?.total ?? 0)} ms`);
      }
      scroll();
    }
    if (bubble.classList.contains("waiting")) throw new Error("");
  } catch (error) {
    bubble.className = "bubble assistant failed";
    bubble.textContent = error.told || words.failedWord;
    field.value ||= message;
  } finally {
    form.querySelector("button").disabled = false;
    scroll();
    field.focus();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const message = field.value.trim();
  if (!message || form.querySelector("button").disabled) return;
  field.value = "";
  send(message);
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});
for (const idea of document.querySelectorAll("[data-idea]")) {
  idea.addEventListener("click", () => {
    field.value = idea.textContent;
    form.requestSubmit();
  });
}
scroll();
