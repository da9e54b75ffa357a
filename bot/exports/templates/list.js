"use strict";
(() => {
  const FIRST = 24, CHUNK = 60, MOST_MONTHS = 180, MOST_NAMES = 12;
  const [TITLE, URL_, SECTION, YEAR, VENUE, DATE, AUTHORS, STATED, COMMENT, LINKS, ARXIV, CODE, KEY, BIBTEX] =
    Array(14).keys();
  const at = id => document.getElementById(id);
  const make = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const data = JSON.parse(at("data").textContent);
  const entries = data.entries;
  const query = at("query"), order = at("order"), list = at("entries"), row = at("row").content.firstElementChild;
  const code = at("code"), from = at("from"), to = at("to");
  const menus = ["section", "venue"].map(at).filter(Boolean);
  let author = "", texts = null, orders = {}, found = [], begin = 0, shown = 0, later = 0;

  // Without case and accents, so that "Muller" finds "Müller".
  const plain = text => {
    const lower = text.toLowerCase();
    return /[^\x00-\x7f]/.test(lower) ? lower.normalize("NFKD").replace(/\p{M}+/gu, "") : lower;
  };

  // The names of the sections around each one and its own, joined by slashes for addresses, by arrows for people.
  const paths = [], trails = [];
  data.sections.forEach(([name, parent]) => {
    const own = name.replace(/[%/]/g, encodeURIComponent);
    paths.push(parent < 0 ? own : `${paths[parent]}/${own}`);
    trails.push(parent < 0 ? [name] : [...trails[parent], name]);
  });

  // Made once, for all that follows.
  const index = () => {
    if (texts) return texts;
    return texts = entries.map(e => plain([
      e[TITLE], e[AUTHORS].join(", "), e[STATED], data.venues[e[VENUE]] || "", paths[e[SECTION]] || "",
      e[DATE] || e[YEAR] || "", e[ARXIV], e[COMMENT],
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

  // Time: months, or years where most dates say no month or there are too many months. An entry with a year alone
  // spans all its months, and is in no bar of one.
  const first = new Int32Array(entries.length), last = new Int32Array(entries.length);
  const time = { by: 12, start: 0, count: 0, totals: [], tops: [] };
  (() => {
    let months = 0, dated = 0, low = Infinity, high = -Infinity;
    entries.forEach((e, n) => {
      const [year, month] = e[DATE] ? e[DATE].split("-").map(Number) : [e[YEAR]];
      first[n] = last[n] = -1;
      if (!year) return;
      first[n] = year * 12 + (month ? month - 1 : 0);
      last[n] = year * 12 + (month ? month - 1 : 11);
      low = Math.min(low, first[n]);
      high = Math.max(high, first[n]);
      dated += 1;
      months += Boolean(month);
    });
    if (!dated) return;
    time.by = months >= 0.8 * dated && high - low < MOST_MONTHS ? 1 : 12;
    time.start = Math.floor(low / time.by);
    time.count = Math.floor(high / time.by) - time.start + 1;
    time.totals = tally(entries.keys());
  })();

  function bin(n) {
    return first[n] < 0 || (time.by === 1 && first[n] !== last[n]) ? -1 : Math.floor(first[n] / time.by) - time.start;
  }

  function tally(numbers) {
    const totals = new Array(time.count).fill(0);
    for (const n of numbers) {
      const place = bin(n);
      if (place >= 0) totals[place] += 1;
    }
    return totals;
  }

  const NAMES = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  const moment = place => {
    const number = time.start + place;
    return time.by === 12 ? String(number) : `${NAMES[number % 12]} ${Math.floor(number / 12)}`;
  };
  const stamp = place => {
    const number = time.start + place;
    return time.by === 12 ? String(number) : `${Math.floor(number / 12)}-${String(number % 12 + 1).padStart(2, "0")}`;
  };
  const place = text => {
    const [year, month] = text.split("-").map(Number);
    return (time.by === 12 ? year : year * 12 + (month || 1) - 1) - time.start;
  };
  const isTimed = () => time.tops.length > 0 && (Number(from.value) > 0 || Number(to.value) < time.count - 1);
  const setTime = (low, high) => {
    from.value = Math.max(0, low);
    to.value = Math.min(time.count - 1, high);
  };

  const drawBars = () => {
    const plot = at("bars"), SVG = plot.namespaceURI, top = Math.max(...time.totals, 1), width = 100 / time.count;
    const part = document.createDocumentFragment();
    const rect = (place, kind, height) => {
      const made = document.createElementNS(SVG, "rect");
      made.setAttribute("class", kind);
      made.setAttribute("x", `${place * width + width * 0.08}%`);
      made.setAttribute("width", `${width * 0.84}%`);
      made.setAttribute("y", `${100 - height}%`);
      made.setAttribute("height", `${height}%`);
      part.append(made);
      return made;
    };
    time.totals.forEach((total, place) => {
      const height = total ? Math.max(100 * total / top, 2) : 0;
      rect(place, "all", height);
      time.tops.push([rect(place, "some", height), top]);
      const hit = rect(place, "hit", 100), title = document.createElementNS(SVG, "title");
      title.textContent = `${moment(place)}: ${total.toLocaleString("en")}`;
      hit.append(title);
      hit.addEventListener("click", () => {
        const isAlone = Number(from.value) === place && Number(to.value) === place;
        setTime(isAlone ? 0 : place, isAlone ? time.count - 1 : place);
        show();
      });
    });
    plot.append(part);
    for (const each of [from, to]) each.max = time.count - 1;
    setTime(0, time.count - 1);
    at("time").hidden = false;
  };

  const fillBars = () => {
    tally(found).forEach((count, place) => {
      const [bar, top] = time.tops[place], height = count ? Math.max(100 * count / top, 2) : 0;
      bar.setAttribute("y", `${100 - height}%`);
      bar.setAttribute("height", `${height}%`);
    });
    from.setAttribute("aria-valuetext", moment(Number(from.value)));
    to.setAttribute("aria-valuetext", moment(Number(to.value)));
    at("span").textContent = from.value === to.value ? moment(Number(from.value))
      : `${moment(Number(from.value))} to ${moment(Number(to.value))}`;
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
    const [section, venue] = ["section", "venue"].map(value);
    const is = section && inside(Number(section));
    const all = words.length ? index() : null;
    const isCoded = code && code.checked, isSpan = isTimed();
    const low = isSpan ? (time.start + Number(from.value)) * time.by : 0;
    const high = isSpan ? (time.start + Number(to.value) + 1) * time.by - 1 : 0;
    found = sorted(order.value).filter(n => {
      const e = entries[n];
      return (!venue || e[VENUE] === Number(venue)) && (!is || is[e[SECTION]]) && (!isCoded || e[CODE])
        && (!isSpan || (first[n] >= 0 && first[n] <= high && last[n] >= low)) && (!author || e[AUTHORS].includes(author))
        && words.every(word => all[n].includes(word));
    });
  };

  const link = (url, text) => {
    const a = make("a", text);
    a.href = url;
    a.rel = "nofollow noreferrer noopener";
    a.dir = "auto";
    return a;
  };

  const key = e => e[KEY] || `arXiv:${e[ARXIV]}`;

  // A button that filters; `act` chooses.
  const chip = (text, kind, label, act) => {
    const button = make("button", undefined, kind);
    button.type = "button";
    button.append(make("bdi", text));
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => { act(); show(); scrollTo(0, 0); at("state").focus(); });
    return button;
  };

  // Some of the authors; an empty name stands for those that the list leaves out.
  const people = (names, low, high) => names.slice(low, high).flatMap((name, place) => {
    if (!name) return ["et al."];
    const button = chip(name, "name", `Papers by ${name}`, () => { author = name; });
    if (names[low + place + 1]) button.append(",");
    return [button, " "];
  });

  const draw = (n, isGrouped) => {
    const e = entries[n], item = row.cloneNode(true), [authors, comment, facts, links] = item.children;
    const title = make(isGrouped ? "h3" : "h2", undefined, "title");
    title.dir = "auto";
    title.append(e[URL_] ? link(e[URL_], e[TITLE]) : e[TITLE]);
    item.prepend(title);
    item.id = key(e);
    authors.append(...people(e[AUTHORS], 0, MOST_NAMES));
    if (e[AUTHORS].length > MOST_NAMES) {
      const rest = make("button", `and ${e[AUTHORS].length - MOST_NAMES} more`, "name");
      rest.type = "button";
      rest.addEventListener("click", () => {
        const others = people(e[AUTHORS], MOST_NAMES);
        rest.replaceWith(...others);
        others[0].focus();
      });
      authors.append(rest);
    }
    const day = e[DATE] || (e[YEAR] ? String(e[YEAR]) : "");
    if (day && time.tops.length) {
      const year = day.slice(0, 4), low = time.by === 12 ? place(year) : place(`${year}-01`);
      facts.append(chip(day, "chip", `${day}: all of ${year}`, () => setTime(low, time.by === 12 ? low : low + 11)));
    } else if (day) facts.append(make("span", day, "chip"));
    if (e[VENUE] >= 0 && at("venue")) {
      facts.append(chip(e[STATED], "chip", `${e[STATED]}: all of ${data.venues[e[VENUE]]}`,
        () => { at("venue").value = e[VENUE]; }));
    } else if (e[STATED]) facts.append(make("span", e[STATED], "chip"));
    if (!isGrouped && e[SECTION] >= 0) facts.append(make("bdi", trails[e[SECTION]].join(" › "), "path"));
    comment.textContent = e[COMMENT];
    for (const [label, url] of e[LINKS]) {
      const a = link(url, label);
      a.setAttribute("aria-label", `${label}: ${e[TITLE]}`);
      links.append(a);
    }
    if (e[BIBTEX] >= 0) {
      const copy = make("button", "BibTeX", "copy");
      copy.type = "button";
      copy.setAttribute("aria-label", `Copy BibTeX: ${e[TITLE]}`);
      copy.addEventListener("click", () => copyText(e[BIBTEX], copy));
      links.append(copy);
    }
    const anchor = make("a", "#", "anchor");
    anchor.href = `#${encodeURIComponent(key(e))}`;
    anchor.setAttribute("aria-label", `Link to this entry: ${e[TITLE]}`);
    links.append(anchor);
    return item;
  };

  let bibtex = null;
  const copyText = async (number, button) => {
    if (!bibtex) {
      const bytes = Uint8Array.from(atob(at("bibtex").textContent), each => each.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      bibtex = (await new Response(stream).text()).split("\0");
    }
    let is = true;
    try {
      await navigator.clipboard.writeText(bibtex[number]);
    } catch {
      const area = make("textarea");
      area.value = bibtex[number];
      document.body.append(area);
      area.select();
      is = document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = is ? "Copied" : "Not copied";
    at("said").textContent = is ? "BibTeX copied" : "BibTeX not copied";
    setTimeout(() => { button.textContent = "BibTeX"; at("said").textContent = ""; }, 2000);
  };

  // After a key only what fits the window is drawn at once. In the list's own order entries are under their headings.
  const extend = () => {
    const isGrouped = !order.value && data.sections.length > 0;
    for (const n of found.slice(shown, shown + (shown > begin ? CHUNK : FIRST))) {
      const section = isGrouped ? entries[n][SECTION] : -1;
      let group = list.lastElementChild;
      if (!group || Number(group.dataset.section) !== section) {
        if (section >= 0) {
          const heading = make("h2", undefined, "section"), trail = trails[section];
          const a = make("a");
          a.href = `#${new URLSearchParams({ section: paths[section] })}`;
          if (trail.length > 1) a.append(make("span", `${trail.slice(0, -1).join(" › ")} › `));
          a.append(make("bdi", trail[trail.length - 1]));
          heading.append(a);
          list.append(heading);
        }
        group = make("ol");
        group.dataset.section = section;
        list.append(group);
      }
      const item = draw(n, section >= 0);
      shown += 1;
      item.setAttribute("aria-setsize", found.length);
      item.setAttribute("aria-posinset", shown);
      group.append(item);
    }
    at("more").hidden = shown >= found.length;
    at("before").hidden = begin === 0;
  };

  const count = n => `${n.toLocaleString("en")} ${n === 1 ? "entry" : "entries"}`;

  // `target` is the number of an entry to begin with.
  const show = target => {
    search();
    begin = shown = target === undefined ? 0 : Math.max(found.indexOf(target), 0);
    list.replaceChildren();
    extend();
    const all = entries.length;
    at("state").textContent = found.length === all ? count(all) : `${found.length.toLocaleString("en")} of ${count(all)}`;
    at("none").hidden = found.length > 0;
    at("author").hidden = !author;
    at("author").firstElementChild.textContent = author;
    at("reset").hidden = !query.value && !author && !isTimed() && !(code && code.checked)
      && menus.every(each => !each.value);
    if (time.tops.length) fillBars();
    clearTimeout(later);
    if (target === undefined) later = setTimeout(keep, 400);
  };

  // What is chosen is kept in the address, so that it can be sent to somebody. Numbers of sections and venues change
  // with the list; their names stay.
  const chosen = () => {
    const found = {
      query: query.value, author,
      section: value("section") && paths[value("section")], venue: value("venue") && data.venues[value("venue")],
      from: isTimed() ? stamp(Number(from.value)) : "", to: isTimed() ? stamp(Number(to.value)) : "",
      code: code && code.checked ? "1" : "", order: order.value,
    };
    return new URLSearchParams(Object.entries(found).filter(([, text]) => text));
  };
  const FIELDS = ["query", "author", "section", "venue", "from", "to", "code", "order", "year"];
  const keep = () => {
    const text = chosen().toString(), hash = text && `#${text}`;
    if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
  };
  const restore = () => {
    const given = new URLSearchParams(location.hash.slice(1)), text = name => given.get(name) || "";
    if (location.hash && !FIELDS.some(name => given.has(name))) return seek();
    query.value = text("query");
    author = text("author");
    for (const [name, names] of [["section", paths], ["venue", data.venues]]) {
      const number = text(name) ? names.indexOf(text(name)) : -1;
      if (at(name)) at(name).value = number >= 0 ? String(number) : "";
    }
    order.value = text("order");
    if (!order.value) order.selectedIndex = 0;
    if (code) code.checked = Boolean(text("code"));
    const low = place(text("from") || text("year")), high = place(text("to") || text("year"));
    setTime(low >= 0 ? low : 0, high >= 0 ? high + (text("year") && time.by === 1 ? 11 : 0) : time.count - 1);
    show();
  };

  // An address that names an entry: the list from there on.
  const seek = () => {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* as it is */ }
    const target = entries.findIndex(e => key(e) === name);
    if (target < 0) return list.children.length || show();
    reset();
    show(target);
    const item = at(name);
    item.classList.add("here");
    item.scrollIntoView();
    item.querySelector("a").focus({ preventScroll: true });
  };

  const reset = () => {
    for (const each of [query, ...menus]) each.value = "";
    if (code) code.checked = false;
    author = "";
    setTime(0, time.count - 1);
  };

  if (time.count > 1) drawBars();
  query.addEventListener("input", () => show());
  for (const each of [...menus, order, code].filter(Boolean)) each.addEventListener("change", () => show());
  for (const each of [from, to]) {
    each.addEventListener("input", () => {
      if (Number(from.value) > Number(to.value)) (each === from ? to : from).value = each.value;
      show();
    });
  }
  at("author").addEventListener("click", () => { author = ""; show(); query.focus(); });
  at("reset").addEventListener("click", () => { reset(); show(); query.focus(); });
  at("before").addEventListener("click", () => { show(); query.focus(); });
  at("more").addEventListener("click", () => {
    const before = shown - begin;
    extend();
    const item = list.querySelectorAll("li")[before];
    const a = item && item.querySelector("a");
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
      const items = Array.from(list.querySelectorAll("li"));
      const next = items.indexOf(here.closest("li")) + (event.key === "ArrowDown" ? 1 : -1);
      const target = next < 0 && here !== query ? query : items[next] && items[next].querySelector("a");
      if (target && (here !== query || event.key === "ArrowDown")) {
        event.preventDefault();
        target.focus();
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
