import type { LanguageCode } from '@butaca/brand/languages';
import { textsOf } from '../../texts/index.ts';

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly description?: string | undefined;
}

/** A delivery as somebody reads it: those of every deployment have names in all languages, an organiser's own stands as it was written. */
export function named<Delivery extends Named>(delivery: Delivery, language: LanguageCode): Delivery {
  const { kind, name, description } = delivery;
  if (kind !== 'eticket' && kind !== 'box_office') return delivery;
  const [ours, t] = [textsOf('es').answers, textsOf(language).answers];
  return {
    ...delivery,
    ...(name === ours(`delivery.${kind}`) ? { name: t(`delivery.${kind}`) } : {}),
    ...(description === ours(`delivery.${kind}.text`) ? { description: t(`delivery.${kind}.text`) } : {}),
  };
}
