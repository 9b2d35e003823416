// Says while typing whether a store's short address is free.
const input = document.querySelector("[data-slug]");
const hint = input?.closest(".field").querySelector(".hint");
const usual = hint?.textContent;
let timer;

input?.addEventListener("input", () => {
  clearTimeout(timer);
  if (hint) hint.textContent = usual;
  if (!input.value || !input.checkValidity()) return;
  timer = setTimeout(async () => {
    const answer = await fetch(`/api/slug-available?slug=${encodeURIComponent(input.value)}`);
    if (!answer.ok) return;
    const { available, suggestion } = await answer.json();
    hint.textContent = available ? input.dataset.free : `${input.dataset.taken}${suggestion ? ` → ${suggestion}` : ""}`;
  }, 300);
});
