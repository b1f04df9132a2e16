import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type KeptBody, writeKept } from './kept-body.ts';

/** An address that asks for a kept answer. */
interface Lane {
  /** The route, as metrics name it. */
  readonly path: string;
  /** What is kept for this request; addresses whose answer differs by visitor look at its headers. */
  readonly peek: (request: Pick<IncomingMessage, 'headers'>) => KeptBody | undefined;
}

export type Count = (answer: { method: string; path: string; code: number; seconds: number }) => void;

/** Longer addresses are not kept, so that made-up ones cannot fill the memory. */
const LONGEST_ADDRESS = 300;
const MOST_ADDRESSES = 2000;

/**
 * Kept answers that are fresh leave before the framework sees the request: during an on-sale almost every request is
 * one of them, and routing it costs more than sending it. Every other request goes through the framework.
 */
export class FastLane {
  readonly #lanes = new LRUCache<string, Lane>({ max: MOST_ADDRESSES });
  readonly #count: Count;
  #open = true;

  constructor(count: Count) {
    this.#count = count;
  }

  /** Whether the request has been answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const lane = this.#lanes.get(request.url ?? '');
    const kept = lane?.peek(request);
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

  /** From now on every request goes through the framework, which closes connections as they are answered. */
  close() {
    this.#open = false;
    this.#lanes.clear();
  }

  #remember(address: string, lane: Lane) {
    if (!this.#open || address.length > LONGEST_ADDRESS || this.#lanes.has(address)) return;
    this.#lanes.set(address, lane);
  }
}
