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
  /** It has started. */
  | { readonly kind: 'ready' }
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
/** Reading the build takes a second, and many on a machine that is busy: no page fails for it. */
const LONGEST_START_MS = 60_000;
/** Three times what is in use while the largest pages are rendered; V8 fills what it is given before it collects. */
const MOST_MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

interface ThreadOptions {
  /** A thread that takes longer for a page is replaced; its own start is no part of it. */
  readonly pageMs: number;
  /** A thread that takes longer to start is given up. */
  readonly startMs: number;
  readonly script: URL;
}

const USUAL: ThreadOptions = { pageMs: LONGEST_MS, startMs: LONGEST_START_MS, script: new URL('./render-thread.ts', import.meta.url) };

interface Pending {
  readonly name: string;
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
}

/**
 * Renders in a thread of its own, so that no page holds up a claim. A thread that ended, or is stuck, is replaced with the next
 * page; the pages that it had are rejected.
 */
export function threadedRenderer(world: StorefrontWorld, buildDirectory: string, options: Partial<ThreadOptions> = {}): Renderer {
  const { pageMs, startMs, script } = { ...USUAL, ...options };
  let thread: Thread | undefined;
  const pending = new Map<number, Pending>();
  let asked = 0;

  function settle(id: number, outcome: (page: Pending) => void) {
    const page = pending.get(id);
    if (!page) return;
    pending.delete(id);
    clearTimeout(page.timer);
    outcome(page);
  }

  function giveUp({ worker }: Thread, reason: string) {
    if (thread?.worker !== worker) return;
    thread = undefined;
    void worker.terminate();
    for (const id of [...pending.keys()]) settle(id, ({ reject }) => reject(new Error(reason)));
  }

  function limitTime(running: Thread, page: Pending) {
    page.timer = setTimeout(() => giveUp(running, `the rendering thread did not answer for ${page.name}`), pageMs);
  }

  function start(): Thread {
    const { fetch, ...data } = world;
    const worker = new Worker(script, {
      workerData: { ...data, buildDirectory } satisfies ThreadData,
      resourceLimits: MOST_MEMORY,
    });
    const started: Thread = { worker, isReady: false };
    const startTimer = setTimeout(() => giveUp(started, `the rendering thread did not start within ${startMs} ms`), startMs).unref();
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'ready') {
        clearTimeout(startTimer);
        started.isReady = true;
        for (const page of pending.values()) limitTime(started, page);
      } else if (message.kind === 'page') settle(message.id, ({ resolve }) => resolve(message.page));
      else if (message.kind === 'failed') settle(message.id, ({ reject }) => reject(new Error(message.reason)));
      else void answer(worker, message, fetch);
    });
    const ended = (reason: string) => {
      clearTimeout(startTimer);
      giveUp(started, reason);
    };
    worker.on('error', (error: Error) => ended(`the rendering thread failed: ${error.stack ?? error.message}`));
    worker.on('exit', (code) => ended(`the rendering thread ended with ${code}`));
    worker.unref();
    return started;
  }

  const render = (address: string | null, language: LanguageCode): Promise<RenderedPage> =>
    new Promise((resolve, reject) => {
      thread ??= start();
      const id = ++asked;
      const page: Pending = { name: address ?? 'the shell', resolve, reject };
      pending.set(id, page);
      if (thread.isReady) limitTime(thread, page);
      thread.worker.postMessage({ kind: 'render', id, address, language } satisfies ToThread);
    });

  thread = start();
  const forget = () => thread?.worker.postMessage({ kind: 'forget' } satisfies ToThread);
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
