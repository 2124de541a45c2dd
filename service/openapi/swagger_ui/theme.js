// The theme that the person chose on the pages of the site, otherwise that of the device. Loaded before the page shows.
const darkDevice = matchMedia("(prefers-color-scheme: dark)");

function showTheme() {
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
  document.documentElement.classList.toggle("dark-mode", chosen ? chosen === "dark" : darkDevice.matches);
}

showTheme();
darkDevice.addEventListener("change", showTheme);
