import type { Say } from './room/texts.ts';

export interface Alerts {
  /** Sounds and notifies, as far as the visitor asked for it. */
  turn(title: string): void;
}

/** The two ways to be told of one's turn; each is off until its button is pressed. */
export function alertsOf(t: Say): Alerts {
  const sound = toggle('alert-sound');
  const notification = toggle('alert-notification');
  let context: AudioContext | undefined;

  sound.addEventListener('click', () => {
    if (!flip(sound)) return;
    // Browsers let a page sound once it was pressed; what is heard now is what will be heard then.
    context ??= new AudioContext();
    chime(context);
  });
  notification.hidden = typeof Notification === 'undefined';
  notification.addEventListener('click', async () => {
    if (!flip(notification)) return;
    const allowed = (await Notification.requestPermission()) === 'granted';
    if (allowed) return;
    flip(notification);
    (document.getElementById('alerts-refused') as HTMLElement).textContent = t('alerts.refused');
  });

  return {
    turn(title) {
      if (isOn(sound) && context) chime(context);
      if (!isOn(notification)) return;
      try {
        const shown = new Notification(title, { body: t('alerts.body'), tag: 'butaca.queue', requireInteraction: true });
        shown.addEventListener('click', () => {
          window.focus();
          shown.close();
        });
      } catch {
        // Some phones show notifications of installed pages alone.
      }
    },
  };
}

const toggle = (id: string) => document.getElementById(id) as HTMLButtonElement;
const isOn = (button: HTMLButtonElement) => button.getAttribute('aria-pressed') === 'true';

function flip(button: HTMLButtonElement): boolean {
  const on = !isOn(button);
  button.setAttribute('aria-pressed', String(on));
  return on;
}

/** A third, upwards. */
const NOTES = [
  { hertz: 587.33, atS: 0 },
  { hertz: 739.99, atS: 0.22 },
] as const;
const LOUDNESS = 0.2;
const FADE_S = 1.1;

function chime(context: AudioContext) {
  void context.resume();
  for (const { hertz, atS } of NOTES) {
    const start = context.currentTime + atS;
    const note = new OscillatorNode(context, { frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + FADE_S);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + FADE_S);
  }
}
