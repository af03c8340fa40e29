// A click on a heading sorts its table; paper shows what is folded. The page reads as well without.
const key = (row, k) => {
  const cell = row.cells[k], value = cell.dataset.value;
  return value === undefined ? cell.textContent : Number(value);
};
const order = (a, b) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1);
for (const table of document.querySelectorAll("table.sortable")) {
  table.tHead.addEventListener("click", (event) => {
    const head = event.target.closest("th");
    if (!head) return;
    const down = head.getAttribute("aria-sort") !== "descending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const k = head.cellIndex, rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => (down ? -1 : 1) * order(key(a, k), key(b, k)));
    table.tBodies[0].append(...rows);
  });
}
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details")) one.open = true;
});
