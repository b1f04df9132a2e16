import type { QueueState } from '@butaca/contract/queue';
import type { QueueDocument } from '@butaca/fair-queue';

/** What the tabs of one browser tell each other. */
type Message =
  | { readonly kind: 'document'; readonly document: QueueDocument; readonly ageMs: number }
  | { readonly kind: 'state'; readonly state: QueueState }
  | { readonly kind: 'left' }
  /** A tab that has just been opened asks for the latest document. */
  | { readonly kind: 'hello' };

export interface Tabs {
  /** Whether this tab asks for all of them. */
  isAsking(): boolean;
  tell(message: Message): void;
  /** One tab at a time: two that join at once would get two numbers. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

interface Listener {
  readonly hear: (message: Message) => void;
  /** The tab that asked is gone, or this is the first one. */
  readonly onAsking: () => void;
}

/** Elects the one that asks with a lock that it holds until it is closed; without locks each tab asks for itself. */
export function openTabs(performanceId: number, { hear, onAsking }: Listener): Tabs {
  const name = `butaca.queue.${performanceId}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const locks = channel === null ? undefined : navigator.locks;
  let asking = false;
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  const ask = () => {
    asking = true;
    onAsking();
  };
  if (locks) {
    void locks.request(name, () => {
      ask();
      return new Promise(() => {});
    });
  } else setTimeout(ask);
  channel?.postMessage({ kind: 'hello' } satisfies Message);
  return {
    isAsking: () => asking,
    tell: (message) => channel?.postMessage(message),
    exclusively: <T>(work: () => Promise<T>) => (locks ? (locks.request(`${name}.join`, work) as Promise<T>) : work()),
  };
}
