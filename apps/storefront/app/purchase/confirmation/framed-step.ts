import type { NextAction, PaymentResult } from '@butaca/contract';

/** A step that stands in a frame of this page. */
export interface FramedStep {
  readonly kind: 'hidden_form' | 'challenge';
  readonly url: string;
  readonly origin: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** How long a hidden frame is waited for. */
  readonly waitMs: number;
}

/** What the browser has to do in a frame before the payment goes on; null for every other step. */
export function framedStepOf({ outcome, next }: Pick<PaymentResult, 'outcome' | 'next'>): FramedStep | null {
  if (outcome !== 'processing' || !next?.url || !next.origin || !isFramed(next.kind)) return null;
  return { kind: next.kind, url: next.url, origin: next.origin, fields: next.fields ?? [], waitMs: next.waitMs ?? 0 };
}

/** A step that is done elsewhere or in the provider's own frame, while this page asks what has become of the payment. */
export type AwaitedStep =
  | { readonly kind: 'frame'; readonly url: string; readonly origin: string }
  | { readonly kind: 'qr'; readonly content: string; readonly url?: string; readonly until?: number }
  | { readonly kind: 'poll' };

/** Null for every other step. */
export function awaitedStepOf({ outcome, next }: PaymentResult): AwaitedStep | null {
  if (outcome !== 'processing' || !next) return null;
  const { kind, url, origin, content, until } = next;
  if (kind === 'poll') return { kind };
  if (kind === 'frame' && url && origin) return { kind, url, origin };
  if (kind === 'qr' && content) return { kind, content, ...(url && { url }), ...(until && { until }) };
  return null;
}

/** The provider's page that a payment waits for; undefined when its step is another one. */
export const pageLeftFor = ({ outcome, next }: PaymentResult): string | undefined =>
  outcome === 'processing' && next?.kind === 'redirect' ? next.url : undefined;

const isFramed = (kind: NextAction['kind']): kind is FramedStep['kind'] => kind === 'hidden_form' || kind === 'challenge';
