import type { OfficeKnobs, QueuePerformance } from '@butaca/contract/office-queue';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useState } from 'react';
import queueTexts from '../i18n/es/queue.json';
import { open } from './calls.ts';
import { changesOf, type Draft, emptyDraft } from './knobs.ts';
import { Problem } from './Problem.tsx';
import styles from './Room.module.css';
import { MoreFields, PaceFields } from './RoomKnobs.tsx';
import { useVerb } from './use-room.ts';
import { momentOf, wallTimeOf } from './wall-time.ts';

interface OpeningFormProps {
  readonly performance: QueuePerformance;
  /** What the fields begin with. */
  readonly usual: OfficeKnobs;
  /** The server's clock. */
  readonly now: number;
  /** There was a room before. */
  readonly isAgain?: boolean;
}

type How = 'draw' | 'now' | 'standby';

const HALF_HOUR_MS = 1_800_000;
const FIVE_MINUTES_MS = 300_000;
const CROWD = 10_000;
const USUAL_STANDBY = '300';

/** Opens a room: how it begins, its pace, and everything else where the usual is right. */
export function OpeningForm({ performance, usual, now, isAgain = false }: OpeningFormProps) {
  const { t } = useTranslation(queueTexts);
  const { onSaleAt, timeZone } = performance;
  const isOnSaleLater = onSaleAt !== undefined && onSaleAt > now && onSaleAt < performance.startsAt;
  const [how, setHow] = useState<How>(isOnSaleLater ? 'draw' : 'now');
  const [start, setStart] = useState(() =>
    wallTimeOf(isOnSaleLater ? onSaleAt : Math.ceil((now + HALF_HOUR_MS) / FIVE_MINUTES_MS) * FIVE_MINUTES_MS, timeZone),
  );
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, numbers: { standbyArrivals: USUAL_STANDBY } });
  const [demotes, setDemotes] = useState(usual.demotes);
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useVerb(performance.id);
  const { changes, wrong } = changesOf(draft, usual);
  const startsAt = momentOf(start, timeZone);
  const startProblem =
    how !== 'draw'
      ? null
      : startsAt === null
        ? 'opening.starts.missing'
        : startsAt <= now
          ? 'opening.starts.past'
          : startsAt >= performance.startsAt
            ? 'opening.starts.late'
            : null;
  const perMinute = changes.perMinute ?? usual.perMinute;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.length > 0 || startProblem) return;
    const { standbyArrivals, ...others } = { ...usual, ...changes };
    await run(
      () =>
        open(performance.id, {
          ...others,
          demotes,
          // What was said of the last sale is not said of this one.
          message: {},
          ...(how === 'draw' && startsAt !== null ? { startsAt } : {}),
          ...(how === 'standby' ? { standsBy: true, standbyArrivals } : {}),
        }),
      (answer) => answer,
    );
  };

  return (
    <section className={styles.panel} aria-labelledby="opening-title">
      <h2 id="opening-title">{t(isAgain ? 'opening.again' : 'opening')}</h2>
      {isAgain && <p className={styles.soft}>{t('opening.again.text')}</p>}
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <RadioGroup<How>
          name="how"
          legend={t('opening.how')}
          chosen={how}
          onChoose={setHow}
          options={(['draw', 'now', 'standby'] as const).map((value) => ({
            value,
            title: t(`opening.${value}`),
            text: t(`opening.${value}.text`),
          }))}
        />
        {how === 'draw' && (
          <div className={styles.short}>
            <Field
              label={t('knob.startsAt')}
              hint={
                <>
                  {t('knob.startsAt.hint', { zone: timeZone.replaceAll('_', ' ') })}
                  {isOnSaleLater && ` ${t('opening.starts.on-sale')}`}
                </>
              }
              type="datetime-local"
              value={start}
              required
              error={startProblem && (tried || startProblem !== 'opening.starts.missing') && t(startProblem)}
              onChange={(event) => setStart(event.target.value)}
            />
          </div>
        )}
        <PaceFields knobs={usual} draft={draft} onEdit={setDraft} isStandby={how === 'standby'} />
        {wrong.includes('perMinute') || (
          <p className={styles.soft}>{t('opening.pace.text', { count: Math.max(1, Math.round(CROWD / perMinute)) })}</p>
        )}
        <details className={styles.more}>
          <summary>{t('opening.more')}</summary>
          <div className={styles.form}>
            <MoreFields knobs={usual} draft={draft} onEdit={setDraft} />
            {how === 'draw' && (
              <Checkbox
                checked={demotes}
                onChange={(event) => setDemotes(event.target.checked)}
                label={
                  <>
                    {t('knob.demotes.long')}
                    <span className={styles.soft}>{t('suspects.explain')}</span>
                  </>
                }
              />
            )}
          </div>
        </details>
        {tried && wrong.length > 0 && <Notice kind="error">{t('problem.fields')}</Notice>}
        {problem && <Problem problem={problem} />}
        <div>
          <Button type="submit" busy={busy}>
            {t(busy ? 'busy' : `opening.go.${how}`)}
          </Button>
        </div>
      </form>
    </section>
  );
}
