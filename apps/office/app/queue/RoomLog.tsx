import { usePrinting } from '@butaca/browser/use-printing.ts';
import type { RoomChange } from '@butaca/contract/office-queue';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import queueTexts from '../i18n/es/queue.json';
import styles from './Room.module.css';
import { numberText, type T, whenText } from './says.ts';
import type { OfRoom } from './use-room.ts';

const FIRST = 8;

/** What was done to the room, by whom and when; the newest first. */
export function RoomLog({ performance, room }: Pick<OfRoom, 'performance' | 'room'>) {
  const { t } = useTranslation(queueTexts);
  const [all, setAll] = useState(false);
  const printed = usePrinting();
  const { changes } = room;
  const shown = all || printed ? changes : changes.slice(0, FIRST);
  return (
    <section className={styles.panel} aria-labelledby="log-title">
      <h2 id="log-title">{t('log')}</h2>
      <p className={styles.soft}>{t('log.lead')}</p>
      {changes.length === 0 && <p>{t('log.none')}</p>}
      <ol className={styles.log}>
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows at its other end, and two lines may be of one moment
          <li key={`${change.at} ${changes.length - index}`}>
            <span>{whatText(change, t)}</span>
            <Turned change={change} performance={performance} />
            <span className={styles.soft}>
              {whoText(change, t)} · <time dateTime={new Date(change.at).toISOString()}>{whenText(change.at, performance)}</time>
            </span>
          </li>
        ))}
      </ol>
      {shown.length < changes.length && (
        <div>
          <Button kind="secondary" small onClick={() => setAll(true)}>
            {t('log.all')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Of each knob what it was and what it is. */
function Turned({ change: { verb, before, after }, performance }: { change: RoomChange; performance: OfRoom['performance'] }) {
  const { t } = useTranslation(queueTexts);
  if (verb !== 'change' || !after) return null;
  const knobs = Object.keys(after) as (keyof typeof after)[];
  const said = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return numberText(value);
    if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' · ') || t('message.empty');
    return t('knob.is-open');
  };
  return (
    <ul className={styles.turned}>
      {knobs.map((knob) => (
        <li key={knob}>
          {t(`knob.${knob}`)}:{' '}
          {knob === 'startsAt' ? (
            whenText(after.startsAt ?? 0, performance)
          ) : knob === 'message' ? (
            `“${said(after.message)}”`
          ) : (
            <>
              {said(before?.[knob])} → <strong>{said(after[knob])}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function whatText({ verb, codes = 0 }: RoomChange, t: T): string {
  return verb === 'add_codes' || verb === 'remove_codes' ? t(`log.${verb}`, { count: codes }) : t(`log.${verb}`);
}

const whoText = ({ verb, staffName }: RoomChange, t: T): string => staffName ?? t(verb === 'opened_itself' ? 'log.itself' : 'log.erased');
