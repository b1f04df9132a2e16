import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KeptBody, writeKept } from './kept-body.ts';

/** An address that asks for a kept answer. */
interface Lane {
  /** The route, as metrics name it. */
  readonly path: string;
  readonly peek: () => KeptBody | undefined;
}

export type Count = (answer: { method: string; path: string; code: number; seconds: number }) => void;

/** Longer ones are not typed by people, and would let a stranger fill the memory. */
const LONGEST_ADDRESS = 300;
const MOST_ADDRESSES = 2000;

/**
 * Kept answers that are fresh leave before the framework sees the request: during an on-sale almost every request is
 * one of them, and routing it costs more than sending it. Whatever is not certain takes the framework's way.
 */
export class FastLane {
  readonly #lanes = new Map<string, Lane>();
  readonly #count: Count;
  #open = true;

  constructor(count: Count) {
    this.#count = count;
  }

  /** Whether the request has been answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const lane = this.#lanes.get(request.url ?? '');
    const kept = lane?.peek();
    if (!lane || !kept) return false;
    const startedAt = performance.now();
    writeKept(request, response, kept);
    this.#count({ method: 'GET', path: lane.path, code: kept.status, seconds: (performance.now() - startedAt) / 1000 });
    return true;
  }

  /** Answers this request, and from now on its address. */
  send(request: FastifyRequest, reply: FastifyReply, kept: KeptBody, peek: Lane['peek']): undefined {
    this.#remember(request.url, { path: request.routeOptions.url ?? 'page', peek });
    this.sendOnce(request, reply, kept);
  }

  /** Answers this request alone. */
  sendOnce(request: FastifyRequest, reply: FastifyReply, kept: KeptBody): undefined {
    reply.answerCode = kept.status;
    reply.hijack();
    writeKept(request.raw, reply.raw, kept);
  }

  /** From now on everything takes the framework's way, which knows how to say goodbye. */
  close() {
    this.#open = false;
    this.#lanes.clear();
  }

  /** When it is full it starts over, which is cheap: the framework's way fills it again. */
  #remember(address: string, lane: Lane) {
    if (!this.#open || address.length > LONGEST_ADDRESS || this.#lanes.has(address)) return;
    if (this.#lanes.size >= MOST_ADDRESSES) this.#lanes.clear();
    this.#lanes.set(address, lane);
  }
}
