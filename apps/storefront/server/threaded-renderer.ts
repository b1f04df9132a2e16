import { Worker } from 'node:worker_threads';
import type { LanguageCode } from '@butaca/brand/languages';
import type { RenderedPage, Renderer } from './renderer.ts';
import type { StorefrontWorld } from './world.ts';

/** What the thread starts with. */
export interface ThreadData extends Omit<StorefrontWorld, 'fetch'> {
  readonly buildDirectory: string;
}

/** An answer of the api; no status where there was none. */
export type Answer = { readonly status: number; readonly type: string; readonly text: string } | { readonly status: null };

export type ToThread =
  /** Without an address, the shell. */
  | { readonly kind: 'render'; readonly id: number; readonly address: string | null; readonly language: LanguageCode }
  | ({ readonly kind: 'answer'; readonly id: number } & Answer)
  | { readonly kind: 'forget' };

export type FromThread =
  | { readonly kind: 'page'; readonly id: number; readonly page: RenderedPage }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly url: string;
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body: string | null;
    };

/** A hundred times what the slowest page takes: a thread that is silent for longer is stuck. */
const LONGEST_MS = 10_000;
/** Three times what is in use while the largest pages are rendered; V8 fills what it is given before it collects. */
const MOST_MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

interface Pending {
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Renders in a thread of its own, so that no page holds up a claim. A thread that ended, or is stuck, is replaced with the next
 * page; the pages that it had are rejected.
 */
export function threadedRenderer(world: StorefrontWorld, buildDirectory: string): Renderer {
  let thread: Worker | undefined;
  const pending = new Map<number, Pending>();
  let asked = 0;

  function fail(reason: string) {
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    pending.clear();
  }

  function settle(id: number, outcome: (page: Pending) => void) {
    const page = pending.get(id);
    if (!page) return;
    pending.delete(id);
    clearTimeout(page.timer);
    outcome(page);
  }

  function start(): Worker {
    const { fetch, ...data } = world;
    const started = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData: { ...data, buildDirectory } satisfies ThreadData,
      resourceLimits: MOST_MEMORY,
    });
    const ended = (reason: string) => {
      if (thread !== started) return;
      thread = undefined;
      fail(reason);
    };
    started.on('message', (message: FromThread) => {
      if (message.kind === 'page') settle(message.id, ({ resolve }) => resolve(message.page));
      else if (message.kind === 'failed') settle(message.id, ({ reject }) => reject(new Error(message.reason)));
      else void answer(started, message, fetch);
    });
    started.on('error', (error: Error) => ended(`the rendering thread failed: ${error.stack ?? error.message}`));
    started.on('exit', (code) => ended(`the rendering thread ended with ${code}`));
    started.unref();
    return started;
  }

  const render = (address: string | null, language: LanguageCode): Promise<RenderedPage> =>
    new Promise((resolve, reject) => {
      thread ??= start();
      const running = thread;
      const id = ++asked;
      const timer = setTimeout(() => {
        if (thread !== running) return;
        thread = undefined;
        void running.terminate();
        fail(`the rendering thread did not answer for ${address ?? 'the shell'}`);
      }, LONGEST_MS);
      pending.set(id, { resolve, reject, timer });
      running.postMessage({ kind: 'render', id, address, language } satisfies ToThread);
    });

  thread = start();
  const forget = () => thread?.postMessage({ kind: 'forget' } satisfies ToThread);
  return { render, shell: (language) => render(null, language), forget };
}

/** A call that the thread makes, answered with the text that came back. */
async function answer(thread: Worker, call: Extract<FromThread, { kind: 'call' }>, ask: typeof fetch) {
  const { id, url, method, headers, body } = call;
  const answered = await read(() => ask(url, { method, headers, body }));
  thread.postMessage({ kind: 'answer', id, ...answered } satisfies ToThread);
}

async function read(ask: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await ask();
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  } catch {
    return { status: null };
  }
}
