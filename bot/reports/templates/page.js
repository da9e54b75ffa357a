
"use strict";
(() => {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  const key = (row, index) => {
    const cell = row.cells[index];
    return cell.dataset.key ?? cell.textContent.trim();
  };

  const sort = (table, index, header) => {
    const down = header.getAttribute("aria-sort") === "ascending";
    const numbers = header.classList.contains("number");
    const first = numbers && !header.hasAttribute("aria-sort");
    const sign = down || first ? -1 : 1;
    const compare = numbers
      ? (a, b) => Number(a[0].replace(/[^0-9.-]/g, "")) - Number(b[0].replace(/[^0-9.-]/g, ""))
      : (a, b) => collator.compare(a[0], b[0]);
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, place) => [key(row, index), place, row]);
    rows.sort((a, b) => sign * compare(a, b) || a[1] - b[1]);
    body.append(...rows.map((each) => each[2]));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    Array.from(table.tHead.rows[0].cells).forEach((header, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      button.addEventListener("click", () => sort(table, index, header));
      header.append(button);
    });
  }

  for (const field of document.querySelectorAll(".filter")) {
    const rows = Array.from(document.getElementById(field.dataset.for).tBodies[0].rows);
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const input = field.querySelector("input");
    const output = field.querySelector("output");
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, place) => {
        row.hidden = !words.every((word) => texts[place].includes(word));
        shown += row.hidden ? 0 : 1;
      });
      output.textContent = words.length ? `${shown} of ${rows.length} shown` : `${rows.length} shown`;
    });
    field.hidden = false;
  }
})();
