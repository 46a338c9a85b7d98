// What stands in the way of a decision. Run in the page by one_screen.py.
(() => {
  const SLACK = 2;
  /** So much of a card that lies partly under its neighbour has to be seen, and of one at the cut edge of a row. */
  const STRIP = 24;
  const CUT = 8;
  /** So much of one's own place has to be in sight on a small phone. */
  const GLIMPSE = 48;

  const frames = async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  };
  const clips = (style) => style.overflowX !== "visible" || style.overflowY !== "visible";
  const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);

  function nameOf(element) {
    if (!element) return "nothing";
    const words = (element.getAttribute("aria-label") ?? element.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 32);
    const kinds = [...element.classList].filter((name) => !name.startsWith("svelte-")).join(".");
    return `<${element.nodeName.toLowerCase()}${kinds ? `.${kinds}` : ""}>${words ? ` “${words}”` : ""}`;
  }

  function ancestors(element) {
    const found = [];
    for (let up = element.parentElement; up && up !== document.documentElement; up = up.parentElement) found.push(up);
    return found;
  }

  /** The nearest around an element, or itself, that stays where it is when the page is scrolled. */
  function fixedAround(element) {
    return [element, ...ancestors(element)].find((one) => /fixed|sticky/.test(getComputedStyle(one).position)) ?? null;
  }

  /** How far something reaches out of the window or of a box that cuts it off; null if it does not. */
  function outside(element, rect) {
    const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const out = (frame) => Math.max(frame.left - rect.left, frame.top - rect.top, rect.right - frame.right, rect.bottom - frame.bottom);
    if (out(box) > SLACK) return `reaches ${Math.ceil(out(box))} px out of the window`;
    for (const up of ancestors(element)) {
      const style = getComputedStyle(up);
      if (up !== document.body && clips(style) && out(up.getBoundingClientRect()) > SLACK) return `is cut off by ${nameOf(up)}`;
      if (style.position === "fixed") break;
    }
    return null;
  }

  /** What lies over an element, though it is in the window; null if it can be hit. */
  function covered(element, rect) {
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const hit = (at, height) => {
      const found = document.elementFromPoint(at, height);
      return found && element.contains(found) ? null : (found ?? document.body);
    };
    for (const height of [rect.top + 3, rect.bottom - 3]) {
      const over = hit(x, height);
      const fixed = over && fixedAround(over);
      if (fixed && !fixed.contains(element)) return `lies under ${nameOf(fixed)}`;
    }
    const over = hit(x, y);
    if (!over) return null;
    // In a fan every card but the last lies partly under the next.
    if (ancestors(element).slice(0, 2).some((row) => row.contains(over) && row !== over && !over.contains(element))) {
      let strip = 0;
      for (let at = rect.left + 1; at < rect.right; at += 2) if (!hit(at, y)) strip += 2;
      if (strip >= STRIP) return null;
    }
    return `lies under ${nameOf(over)}`;
  }

  function fault(element) {
    const rect = element.getBoundingClientRect();
    if (!rect.width || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return "is not drawn";
    return outside(element, rect) ?? covered(element, rect);
  }

  /** Whether something is reached by scrolling a row that is in sight, and that shows by being cut that it goes on. */
  function inCutRow(element) {
    const row = ancestors(element).find((up) => {
      return scrolls(getComputedStyle(up)) && (up.scrollWidth > up.clientWidth + 1 || up.scrollHeight > up.clientHeight + 1);
    });
    if (!row || row === document.body || outside(row, row.getBoundingClientRect())) return false;
    const frame = row.getBoundingClientRect();
    const cut = [...row.querySelectorAll("*")].some((child) => {
      const rect = child.getBoundingClientRect();
      const right = Math.min(frame.right - rect.left, rect.right - frame.right);
      const left = Math.min(rect.right - frame.left, frame.left - rect.left);
      const below = Math.min(frame.bottom - rect.top, rect.bottom - frame.bottom);
      const above = Math.min(rect.bottom - frame.top, frame.top - rect.top);
      return rect.width > 0 && Math.max(left, right, above, below) >= CUT;
    });
    if (!cut) return false;
    const was = [row.scrollLeft, row.scrollTop, scrollY];
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const reached = scrollY === was[2] && fault(element) === null;
    row.scrollTo({ left: was[0], top: was[1], behavior: "instant" });
    scrollTo({ top: was[2], behavior: "instant" });
    return reached;
  }

  /** Why none of the controls of an action can be used; null if one can. */
  function unusable(action, phone) {
    const controls = [...document.querySelectorAll(`[data-actions~="${action}"]`)];
    if (!controls.length) return "has no control";
    let told = "";
    for (const control of controls) {
      const wrong = fault(control);
      if (!wrong || (phone && inCutRow(control))) return null;
      told ||= `${nameOf(control)} ${wrong}`;
    }
    return told;
  }

  /** Buttons that stand side by side and say the same. */
  function twins() {
    const words = (button) => [...button.children].filter((part) => part.nodeName !== "KBD").map((part) => part.innerText.trim()).join(" ");
    return [...document.querySelectorAll(".button[data-actions] + .button[data-actions]")]
      .filter((button) => button.checkVisibility() && words(button) && words(button) === words(button.previousElementSibling))
      .map((button) => `${nameOf(button)} stands beside another that says the same`);
  }

  function own(which, size) {
    const parts = [...document.querySelectorAll(`[data-own~="${which}"]`)];
    if (!parts.length) return "is not marked (data-own)";
    for (const part of parts) {
      const rect = part.getBoundingClientRect();
      if (!rect.width) continue;
      if (size.glimpse) {
        const seen = Math.min(rect.bottom, innerHeight) - Math.max(rect.top, 0);
        return seen >= Math.min(GLIMPSE, rect.height - SLACK) ? null : `${nameOf(part)} is out of sight`;
      }
      const wrong = outside(part, rect);
      if (wrong) return `${nameOf(part)} ${wrong}`;
      const over = [rect.top + 3, rect.bottom - 3]
        .map((y) => document.elementFromPoint(rect.left + rect.width / 2, y))
        .map((found) => found && !part.contains(found) && fixedAround(found))
        .find((fixed) => fixed && !fixed.contains(part));
      return over ? `${nameOf(part)} lies under ${nameOf(over)}` : null;
    }
    return "is not drawn";
  }

  // A board is drawn anew when there is another position, and looked at two frames later.
  let drawn = Promise.resolve();
  new MutationObserver(() => (drawn = frames(2))).observe(document, { subtree: true, attributeFilter: ["data-moves"] });

  /** Everything that is wrong with a decision once it is shown: after so many moves, or as it is. */
  async function look(moves, actions, size, owns) {
    if (moves !== null) while (document.querySelector(".table")?.dataset.moves !== String(moves)) await frames(1);
    await document.fonts.ready;
    await drawn;
    const wrong = [];
    const prompt = document.querySelector(".prompt p");
    const lost = prompt ? fault(prompt) : "is not there";
    if (lost) wrong.push(`what is asked: ${lost}`);
    for (const which of owns) {
      const told = own(which, size);
      if (told) wrong.push(`one's own ${which}: ${told}`);
    }
    wrong.push(...twins());
    const away = new Map();
    for (const action of actions) {
      const told = unusable(action, size.phone);
      if (!told) continue;
      const opener = [...document.querySelectorAll(`[data-opens~="${action}"]`)].find((one) => !fault(one));
      if (opener) away.set(opener, [...(away.get(opener) ?? []), action]);
      else wrong.push(`action ${action}: ${told}`);
    }
    for (const [opener, behind] of away) {
      opener.click();
      await frames(2);
      for (const action of behind) {
        const told = unusable(action, size.phone);
        if (told) wrong.push(`action ${action}, behind ${nameOf(opener)}: ${told}`);
      }
      if (opener.isConnected && opener.getAttribute("aria-expanded") === "true") opener.click();
      else (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
      await frames(2);
    }
    return wrong;
  }

  /** Where everything is that can be picked or is one's own, to the pixel. */
  function places() {
    const found = [...document.querySelectorAll("[data-actions], [data-opens], [data-own], .prompt")];
    return found.filter((element) => !element.closest(".hint")).map((element, at) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [`${at} ${nameOf(element)}`, [x, y, width, height].map(Math.round).join(" ")];
    });
  }

  // What floats above the page may grow: nothing on the table moves for it.
  const shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const nodes = entry.sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
      const moved = nodes.filter((node) => !node || !fixedAround(node) || getComputedStyle(fixedAround(node)).position !== "fixed");
      if (moved.length) shifts.push(`${moved.map(nameOf).join(", ")} moved`);
    }
  }).observe({ type: "layout-shift" });

  /** What has moved since this was last asked. */
  async function moved() {
    await frames(2);
    await new Promise((done) => setTimeout(done));
    return shifts.splice(0);
  }

  window.oneScreen = { look, places, moved };
})();
