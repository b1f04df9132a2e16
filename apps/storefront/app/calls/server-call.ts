import type { Endpoint, InputOf, Outcome } from '@butaca/contract';
import type { RouterContextProvider } from 'react-router';
import { type ServerWorld, worldContext } from '../context.ts';

export function worldOf(context: Readonly<RouterContextProvider>): ServerWorld {
  const world = context.get(worldContext);
  if (!world) throw new Error('rendered without a world');
  return world;
}

/** A call while a page is rendered: a fault makes the page a 503, which is not cached; the loader decides what a refusal means. */
export async function serverCall<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: InputOf<E>,
): Promise<Extract<Outcome<E>, { status: 'ok' | 'refusal' | 'unreadable' }>> {
  const outcome = await worldOf(context).client.call(endpoint, input);
  if (outcome.status === 'ok' || outcome.status === 'refusal' || outcome.status === 'unreadable') return outcome;
  throw new Response(null, { status: 503 });
}
