// Orders: tick all, how many are ticked, print. Without this script each box is ticked by hand and the browser prints.
const bulk = document.querySelector("[data-bulk]");
if (bulk) {
  const all = bulk.querySelector("[data-all]");
  const picked = bulk.querySelector("[data-picked]");
  const boxes = () => [...bulk.querySelectorAll("input[name=id]")];
  const say = () => {
    const count = boxes().filter((box) => box.checked).length;
    picked.textContent = count ? `${count} ${count === 1 ? picked.dataset.one : picked.dataset.word}` : "";
    all.checked = count > 0 && count === boxes().length;
    all.indeterminate = count > 0 && !all.checked;
    for (const button of bulk.querySelectorAll(".bulk button")) button.disabled = !count;
  };
  all.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked;
    say();
  });
  bulk.addEventListener("change", say);
  document.addEventListener("desk:swapped", say);
  addEventListener("pageshow", say);
  say();
}
document.querySelector("[data-print]")?.addEventListener("click", () => print());
