/**
 * Listens to a session's stream. After a loss it asks again from the last number it has seen, each time
 * waiting twice as long, at most ten seconds. A hidden page lets its connection go and catches up when seen.
 */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export function listen(address, after, { frame, state }) {
  let last = after;
  let wait = FIRST_WAIT_MS;
  let source = null;
  let timer = 0;

  function open() {
    close();
    source = new EventSource(`${address}?after=${last}`);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      state(true);
    });
    source.addEventListener("frame", (event) => {
      frame(event.data);
      last = Number(event.lastEventId) || last;
    });
    source.addEventListener("error", lose);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function lose() {
    close();
    if (document.hidden) return;
    if (wait > FIRST_WAIT_MS) state(false);
    timer = setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  open();
  return { catchUp: open };
}
