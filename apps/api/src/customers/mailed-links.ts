import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@butaca/contract';

/** What a link does with the subscription, or the notice of an account, that it names. */
export type LinkPurpose = `${'newsletter' | 'alert'} ${'confirm' | 'leave'}` | 'notice end';
const LINK = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** `<id>.<signature>`: it follows from the id, so that neither the table nor a job holds anything to follow. */
export const linkOf = (secret: string, purpose: LinkPurpose, id: string) => `${id}.${signature(secret, purpose, id)}`;

const signature = (secret: string, purpose: LinkPurpose, id: string) =>
  createHmac('sha256', secret).update(`${purpose} ${id}`).digest('base64url');

/** The id that a link names; `link_over` when it is not ours, or of another purpose. */
export function requireLink(secret: string, purpose: LinkPurpose, link: string): string {
  const [, id, claimed] = LINK.exec(link) ?? [];
  if (id === undefined || claimed === undefined) throw new Refusal('link_over');
  if (!timingSafeEqual(Buffer.from(claimed), Buffer.from(signature(secret, purpose, id)))) throw new Refusal('link_over');
  return id;
}
