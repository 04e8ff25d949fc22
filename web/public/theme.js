// Runs before the first paint, so that the page never flashes in the wrong theme. Dark is the default.
(function applyStoredTheme() {
  var theme = "dark";
  try {
    if (localStorage.getItem("theme") === "light") theme = "light";
  } catch {
    // Storage is blocked: keep the default.
  }
  document.documentElement.dataset.theme = theme;
})();
