// Loads the modules of a page after its first paint, which they would delay. The page shows the game without them.

/** Pages without a first paint of their own have no such template. @type {HTMLTemplateElement | null} */
const later = document.querySelector('template#later');
let isBegun = false;

async function begin() {
  if (isBegun || !later) return;
  isBegun = true;
  const {content} = later;
  document.head.append(...content.querySelectorAll('link'));
  // in this order: the first module begins requests whose answers the others need
  for (const {src} of content.querySelectorAll('script')) await import(src);
}

// the frame that shows the page ends before the next one begins; a page that is not visible has no frames
if (document.hidden) void begin();
else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
setTimeout(begin, 500);
