import type { CardKind } from '@butaca/contract';

/** What is known about the card whose first six digits have been typed. */
export type KnownCard =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'known'; readonly kind: CardKind }
  /** This purchase cannot be paid with it. */
  | { readonly status: 'refused' }
  /** No answer yet: it can be tried, without instalments. */
  | { readonly status: 'no-answer'; readonly isAsking: boolean; readonly askAgain: () => void };
