// Lets the theme search pages that are opened as files. A browser then refuses the theme's worker and its request for the
// index. Here the index is a script (search_index.js, made by scripts/docs), and the worker is a script in a hidden frame.
if (location.protocol === "file:") {
  const base = new URL(JSON.parse(document.getElementById("__config").textContent).base + "/", location.href);

  const script = (url, place) => new Promise((resolve) => {
    const element = place.createElement("script");
    element.src = url;
    element.onload = resolve;
    place.head.appendChild(element);
  });

  // The two are messages' ends, as of a worker: what is sent before the frame is there waits for it.
  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = script(url, frame.contentDocument).then(() => inside);
    }
    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {}
  }

  window.Worker = FrameWorker;
  window.__search = { index: script(new URL("search/search_index.js", base), document).then(() => window.isobarSearchIndex) };
}
