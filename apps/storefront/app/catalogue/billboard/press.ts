let pressed = false;
const waiting = new Set<() => void>();

/** Begins to watch the pointer; called once the page runs. */
export function watchPresses(): () => void {
  const press = () => {
    pressed = true;
  };
  // The click of a press comes right after its end: whoever waits goes on behind it.
  const release = () =>
    setTimeout(() => {
      pressed = false;
      for (const goOn of waiting) goOn();
      waiting.clear();
    });
  const watching = new AbortController();
  addEventListener('pointerdown', press, { capture: true, signal: watching.signal });
  for (const end of ['pointerup', 'pointercancel', 'blur'] as const)
    addEventListener(end, release, { capture: true, signal: watching.signal });
  return () => {
    watching.abort();
    release();
  };
}

/** Nothing may move under a finger: what would push a pressed link away waits until it is let go. */
export const released = () => (pressed ? new Promise<void>((goOn) => waiting.add(goOn)) : Promise.resolve());
