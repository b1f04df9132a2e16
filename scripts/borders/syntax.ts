import { parse } from '@swc/core';

interface Node {
  readonly type?: string;
  readonly [property: string]: unknown;
}

/** Every node of a TypeScript source. */
export async function nodesOf(source: string, { tsx = false }: { tsx?: boolean } = {}): Promise<Iterable<Node>> {
  return descend(await parse(source, { syntax: 'typescript', tsx, target: 'esnext' }));
}

function* descend(node: unknown): Iterable<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Node;
  for (const child of Object.values(node)) yield* descend(child);
}
