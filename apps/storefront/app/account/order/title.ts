import type { Order } from '@butaca/contract';
import type { Translate } from '../../i18n/translate.ts';
import type { orderTexts } from './texts.ts';

/** The show; of several, that there are several. */
export function titleOf({ purchase: { performances } }: Order, t: Translate<typeof orderTexts.es>): string {
  const names = new Set(performances.flatMap(({ show }) => show?.name ?? []));
  const [only] = names;
  return only !== undefined && names.size === 1 ? only : t('title');
}
