import { setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type Build, createRenderer } from './renderer.ts';
import type { Answer, FromThread, ThreadData, ToThread } from './threaded-renderer.ts';

/** Renders pages beside the thread that answers requests; its calls of the api are made there. */

/** On Linux a thread has a priority of its own: where cores are short, claims come before pages. */
const LOWER = 10;
if (process.platform === 'linux') setPriority(0, LOWER);

const port = parentPort;
if (!port) throw new Error('not started as a thread');
const say = (message: FromThread) => port.postMessage(message);

const { brand, look, publicOrigin, buildDirectory } = workerData as ThreadData;
const answers = new Map<number, (answer: Answer) => void>();
let calls = 0;

const fetchInMainThread = (async (url: string, init?: RequestInit) => {
  const id = ++calls;
  const answered = new Promise<Answer>((resolve) => answers.set(id, resolve));
  const { method = 'GET', headers, body } = init ?? {};
  say({ kind: 'call', id, url, method, headers: Object.fromEntries(new Headers(headers)), body: typeof body === 'string' ? body : null });
  const answer = await answered;
  if (answer.status === null) throw new TypeError('the call failed');
  return new Response(answer.text, { status: answer.status, headers: { 'content-type': answer.type } });
}) as typeof fetch;

const files = look.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes) }));
const world = { fetch: fetchInMainThread, brand, look: { ...look, files }, publicOrigin };
const build = (await import(pathToFileURL(join(buildDirectory, 'index.js')).href)) as Build;
const renderer = createRenderer(world, async () => build, 'production');

port.on('message', (message: ToThread) => {
  if (message.kind === 'forget') return renderer.forget();
  if (message.kind === 'answer') {
    answers.get(message.id)?.(message);
    answers.delete(message.id);
    return;
  }
  const page = message.address === null ? renderer.shell(message.language) : renderer.render(message.address, message.language);
  page.then(
    (rendered) => say({ kind: 'page', id: message.id, page: rendered }),
    (error: unknown) =>
      say({ kind: 'failed', id: message.id, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
say({ kind: 'ready' });
