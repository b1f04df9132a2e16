import type { RoomPhase } from '@butaca/contract/office-queue';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import queueTexts from '../i18n/es/queue.json';

const tones = {
  standby: 'plain',
  pre: 'plain',
  active: 'strong',
  paused: 'danger',
  draining: 'strong',
  sold_out: 'strong',
  closed: 'plain',
} as const satisfies Record<RoomPhase, string>;

export function PhaseTag({ phase }: { phase: RoomPhase }) {
  const { t } = useTranslation(queueTexts);
  return <Tag tone={tones[phase]}>{t(`phase.${phase}`)}</Tag>;
}
