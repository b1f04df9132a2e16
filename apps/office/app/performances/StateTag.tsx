import type { OfficeState } from '@butaca/contract/office';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { officeTexts } from '../texts.ts';

const tones = { announced: 'plain', sold_out: 'strong', cancelled: 'danger' } as const;

/** What is not as usual; on sale needs no word, and what is over stands among its own. */
export function StateTag({ state }: { state: OfficeState }) {
  const { t } = useTranslation(officeTexts);
  return state === 'on_sale' || state === 'over' ? null : <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>;
}
