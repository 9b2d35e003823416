// The box in the head of the catalogue's table marks every row; without scripts it is not there.
const all = document.querySelector("[data-all]");
if (all) {
  const rows = [...document.querySelectorAll("input[name=marked]")];
  all.hidden = false;
  all.addEventListener("change", () => rows.forEach((row) => (row.checked = all.checked)));
  rows.forEach((row) => row.addEventListener("change", () => (all.checked = rows.every((one) => one.checked))));
}
