// What is drawn of the table in the one step that can be seen: panels are looked up where they are defined.
const step = [...document.querySelectorAll(".player .step")].filter((one) => one.checkVisibility()).pop();
const svg = step.querySelector("svg.table");
const cardsIn = (box) => [...box.querySelectorAll("use")]
  .map((use) => use.getAttribute("href").slice(1))
  .filter((name) => name === "back" || /^[2-9TJQKA][cdhs]$/.test(name));
const textOf = (box, selector) => { const found = box.querySelector(selector); return found ? found.textContent : ""; };
const panels = [...svg.querySelectorAll(":scope > use")]
  .map((use) => document.getElementById(use.getAttribute("href").slice(1)))
  .filter((box) => box.querySelector(".panel"));
const style = getComputedStyle(svg);
return {
  heading: step.querySelector("h3").textContent,
  said: svg.getAttribute("aria-label"),
  seats: panels.map((box, seat) => {
    const faces = box.querySelector(`.f${seat}, .fu`);
    const shown = !faces || style.getPropertyValue(`--${faces.className.baseVal}`) !== "none";
    const cards = faces ? cardsIn(shown ? faces : box.querySelector(`.b${seat}, .bu`)) : cardsIn(box);
    return {
      cards: cards.join(" "),
      chips: textOf(box, ".count-of"),
      notes: [...box.querySelectorAll(".note")].map((note) => note.textContent).join(", "),
      dealer: box.querySelector(".button") !== null,
    };
  }),
  turns: [...svg.querySelectorAll(":scope > .turn")].map((ring) => [+ring.getAttribute("x"), +ring.getAttribute("y")]),
  marks: svg.querySelectorAll(":scope > .mark").length,
  middle: [...svg.querySelectorAll(".fact, .pot")].map((text) => text.textContent).join("; "),
  rows: [...svg.querySelectorAll(":scope > g:not(.done):not(.tried)")].map((row) => cardsIn(row).join(" ")),
  deed: textOf(svg, ".done text, .tried text"),
  menus: [...step.querySelectorAll(".menus li")].map((item) => item.textContent),
  wanted: [...step.querySelectorAll(".differences tr")].slice(1).map((row) => [...row.cells].map((cell) => cell.textContent).join(" | ")),
};
