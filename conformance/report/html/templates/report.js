// The page can be read without this; it adds the slider, the eyes of a seat, copying, and opens what a link is about.
(() => {
  "use strict";

  const stepsOf = (player) => [...player.querySelectorAll(".step")];

  const show = (player, wanted) => {
    const steps = stepsOf(player);
    const place = Math.max(0, Math.min(steps.length - 1, wanted));
    steps.forEach((step, at) => { step.hidden = at !== place; });
    const told = steps[place].querySelector("h3").textContent;
    const range = player.querySelector("input[type=range]");
    range.value = place;
    range.setAttribute("aria-valuetext", told);
    player.querySelector("[data-go='-1']").disabled = place === 0;
    player.querySelector("[data-go='1']").disabled = place === steps.length - 1;
    player.querySelector("output").textContent = `${place} of ${steps.length - 1}`;
    player.dataset.at = place;
  };

  const begin = (player) => {
    if (!stepsOf(player).length) return;
    player.querySelector(".controls").hidden = false;
    player.tabIndex = 0;
    show(player, Number(player.dataset.opened));
  };

  const open = (name) => {
    const target = name && document.getElementById(decodeURIComponent(name));
    if (!target) return;
    for (let box = target; box; box = box.parentElement) {
      if (box.tagName === "DETAILS") box.open = true;
    }
    const step = target.closest(".step");
    if (step) show(step.closest(".player"), stepsOf(step.closest(".player")).indexOf(step));
    target.scrollIntoView();
  };

  const copy = async (button) => {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const player = button.closest(".player");
    if (button.dataset.go) show(player, Number(player.dataset.at) + Number(button.dataset.go));
    else if (button.dataset.to) show(player, Number(button.dataset.to));
    else if (button.classList.contains("copy")) copy(button);
  });

  document.addEventListener("input", (event) => {
    const player = event.target.closest(".player");
    if (player && event.target.type === "range") show(player, Number(event.target.value));
  });

  document.addEventListener("change", (event) => {
    const player = event.target.closest(".player");
    if (!player || event.target.tagName !== "SELECT") return;
    if (event.target.value) player.dataset.eyes = event.target.value;
    else delete player.dataset.eyes;
  });

  document.addEventListener("keydown", (event) => {
    const player = event.target.closest(".player");
    if (!player || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    const last = stepsOf(player).length - 1;
    const to = { ArrowLeft: Number(player.dataset.at) - 1, ArrowRight: Number(player.dataset.at) + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(player, to);
  });

  document.querySelectorAll(".player").forEach(begin);
  document.querySelectorAll(".copy").forEach((button) => { button.hidden = false; });
  addEventListener("hashchange", () => open(location.hash.slice(1)));
  open(location.hash.slice(1));
})();
