"use strict";
(() => {
  const FIRST = 24, CHUNK = 60;
  const [TITLE, URL_, SECTION, YEAR, VENUE, DATE, AUTHORS, STATED, COMMENT, LINKS, ARXIV] = Array(11).keys();
  const at = id => document.getElementById(id);
  const data = JSON.parse(at("data").textContent);
  const entries = data.entries;
  const query = at("query"), order = at("order"), list = at("entries"), row = at("row").content.firstElementChild;
  const filters = ["section", "year", "venue"].map(at).filter(Boolean);
  let texts = null, orders = {}, found = [], shown = 0, later = 0;

  // Without case and accents, so that "Muller" finds "Müller".
  const plain = text => {
    const lower = text.toLowerCase();
    return /[^\x00-\x7f]/.test(lower) ? lower.normalize("NFKD").replace(/\p{M}+/gu, "") : lower;
  };

  // Made once, for all that follows.
  const index = () => {
    if (texts) return texts;
    const paths = [];
    data.sections.forEach(([name, parent]) => paths.push(parent < 0 ? name : `${paths[parent]} ${name}`));
    return texts = entries.map(e => plain([
      e[TITLE], e[AUTHORS], e[STATED], data.venues[e[VENUE]] || "", paths[e[SECTION]] || "", e[DATE] || e[YEAR] || "",
      e[ARXIV], e[COMMENT],
    ].join("\n")));
  };

  const sorted = name => {
    if (orders[name]) return orders[name];
    const numbers = Array.from(entries.keys());
    const day = n => entries[n][DATE] || String(entries[n][YEAR] || "");
    if (name === "title") {
      const collator = new Intl.Collator(undefined, { numeric: true, ignorePunctuation: true });
      numbers.sort((a, b) => collator.compare(entries[a][TITLE], entries[b][TITLE]) || a - b);
    } else if (name) {
      const sign = name === "new" ? -1 : 1;
      const days = entries.map((_, n) => day(n));
      // What has no date comes last either way.
      numbers.sort((a, b) => !days[a] - !days[b] || sign * (days[a] > days[b] ? 1 : days[a] < days[b] ? -1 : 0) || a - b);
    }
    return orders[name] = numbers;
  };

  // Which sections are the chosen one, or inside it; those around a section come before it.
  const inside = chosen => {
    const is = [];
    data.sections.forEach(([, parent], n) => is.push(n === chosen || (parent >= 0 && is[parent])));
    return is;
  };

  const value = name => (at(name) || { value: "" }).value;

  const search = () => {
    const words = plain(query.value).split(/\s+/).filter(Boolean);
    const [section, year, venue] = ["section", "year", "venue"].map(value);
    const is = section && inside(Number(section));
    const all = words.length ? index() : null;
    found = sorted(order.value).filter(n => {
      const e = entries[n];
      return (!year || e[YEAR] === Number(year)) && (!venue || e[VENUE] === Number(venue)) && (!is || is[e[SECTION]])
        && words.every(word => all[n].includes(word));
    });
  };

  const link = (url, text) => {
    const a = document.createElement("a");
    a.href = url;
    a.rel = "nofollow noreferrer noopener";
    a.textContent = text;
    a.dir = "auto";
    return a;
  };

  const draw = n => {
    const e = entries[n], item = row.cloneNode(true), [title, authors, facts, comment, links] = item.children;
    title.append(e[URL_] ? link(e[URL_], e[TITLE]) : e[TITLE]);
    authors.textContent = e[AUTHORS];
    const name = e[SECTION] >= 0 ? data.sections[e[SECTION]][0] : "";
    for (const text of [e[DATE] || e[YEAR] || "", e[STATED], name].filter(Boolean)) {
      const span = document.createElement("span");
      const words = document.createElement("bdi");
      words.textContent = text;
      span.append(words);
      facts.append(span);
    }
    comment.textContent = e[COMMENT];
    for (const [label, url] of e[LINKS]) {
      const a = link(url, label);
      a.setAttribute("aria-label", `${label}: ${e[TITLE]}`);
      links.append(a);
    }
    return item;
  };

  // After a key only what fits the window is drawn at once.
  const extend = () => {
    const part = document.createDocumentFragment();
    for (const n of found.slice(shown, shown + (shown ? CHUNK : FIRST))) {
      const item = draw(n);
      shown += 1;
      item.setAttribute("aria-setsize", found.length);
      item.setAttribute("aria-posinset", shown);
      part.append(item);
    }
    list.append(part);
    at("more").hidden = shown >= found.length;
  };

  const count = n => `${n.toLocaleString("en")} ${n === 1 ? "entry" : "entries"}`;

  const show = () => {
    search();
    shown = 0;
    list.replaceChildren();
    extend();
    const all = entries.length;
    at("state").textContent = found.length === all ? count(all) : `${found.length.toLocaleString("en")} of ${count(all)}`;
    at("none").hidden = found.length > 0;
    at("reset").hidden = !query.value && filters.every(each => !each.value);
    clearTimeout(later);
    later = setTimeout(keep, 400);
  };

  // What is chosen is kept in the address, so that it can be sent to somebody.
  const fields = [query, ...filters, order];
  const keep = () => {
    const chosen = new URLSearchParams(fields.filter(each => each.value).map(each => [each.id, label(each)]));
    const text = chosen.toString(), hash = text && `#${text}`;
    if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
  };
  // Numbers of sections and venues change with the list; their names stay.
  const label = field => field.id === "section" ? data.sections[field.value][0]
    : field.id === "venue" ? data.venues[field.value] : field.value;
  const restore = () => {
    const chosen = new URLSearchParams(location.hash.slice(1));
    if (location.hash && !fields.some(each => chosen.has(each.id))) return;
    for (const each of fields) {
      const text = chosen.get(each.id) || "";
      const names = each.id === "section" ? data.sections.map(s => s[0]) : each.id === "venue" ? data.venues : null;
      const number = names ? names.indexOf(text) : -1;
      each.value = names ? (text && number >= 0 ? String(number) : "") : text;
      if (each.value === "" && each !== query) each.selectedIndex = 0;
    }
    show();
  };

  query.addEventListener("input", show);
  for (const each of [...filters, order]) each.addEventListener("change", show);
  at("reset").addEventListener("click", () => {
    for (const each of [query, ...filters]) each.value = "";
    show();
    query.focus();
  });
  at("more").addEventListener("click", () => {
    const first = shown;
    extend();
    const a = list.children[first] && list.children[first].querySelector("a");
    if (a) a.focus();
  });
  addEventListener("hashchange", restore);

  // "/" goes to the field; arrows go through the titles.
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = document.activeElement;
    if (event.key === "/" && !/^(?:INPUT|SELECT|TEXTAREA)$/.test(here.tagName)) {
      event.preventDefault();
      query.focus();
      query.select();
    } else if (event.key === "Escape" && here === query && query.value) {
      event.preventDefault();
      query.value = "";
      show();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (here === query || list.contains(here))) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const item = here === query ? (step > 0 ? list.firstElementChild : null)
        : here.closest("li")[step > 0 ? "nextElementSibling" : "previousElementSibling"];
      const next = item ? item.querySelector("a") : step < 0 ? query : null;
      if (next) {
        event.preventDefault();
        next.focus();
      }
    }
  });

  at("controls").hidden = false;
  restore();
  if (!list.children.length) show();
  new IntersectionObserver(seen => {
    if (seen.some(each => each.isIntersecting) && shown < found.length) extend();
  }, { rootMargin: "800px" }).observe(document.querySelector("footer"));
  // After the first picture, while nobody types yet.
  setTimeout(index, 50);
})();
