// The search of a site that is read from a folder: a browser starts no worker from a file, so a
// hidden frame does its work. The theme looks for it by this name.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.loaded = new Promise((done) => this.frame.addEventListener("load", done));
      this.frame.srcdoc = `<script>
        importScripts = async (...urls) => {
          for (const src of urls) {
            await new Promise((done, failed) => {
              const script = document.createElement("script");
              document.head.append(Object.assign(script, { src, onload: done, onerror: failed }));
            });
          }
        };
        postMessage = (data) => frameElement.worker.answer(data);
      </script><script src="${new URL(url, location)}"></script>`;
      this.frame.worker = this;
      document.body.append(this.frame);
    }
    answer(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }
    postMessage(data) {
      this.loaded.then(() =>
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
