// Tells the page around an embed how high it is: {type: 'ludolog:resize', height, title}, now and after each change.

if (parent !== window) {
  let last = 0;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    // any site may embed the page, and it contains only what every visitor may see
    parent.postMessage({type: 'ludolog:resize', height, title: document.title}, '*');
  };
  new ResizeObserver(tell).observe(document.body);
}
