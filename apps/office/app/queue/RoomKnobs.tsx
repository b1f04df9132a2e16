import type { OfficeKnobs } from '@butaca/contract/office-queue';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox, Field, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useId, useState } from 'react';
import queueTexts from '../i18n/es/queue.json';
import { turn } from './calls.ts';
import { boundsOf, changesOf, type Draft, emptyDraft, type NumberKnob, readKnob, type SwitchKnob, textOfKnob } from './knobs.ts';
import { Problem } from './Problem.tsx';
import styles from './Room.module.css';
import { numberText, type T } from './says.ts';
import { type OfRoom, useVerb } from './use-room.ts';
import { momentOf, wallTimeOf } from './wall-time.ts';

/** What may be turned while the room is open. What was not touched follows what another organiser turns. */
export function RoomKnobs({ performance, room }: OfRoom) {
  const { t } = useTranslation(queueTexts);
  const { knobs, phase, startsAt } = room;
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [start, setStart] = useState<string | null>(null);
  const [applied, setApplied] = useState(false);
  const { busy, problem, run } = useVerb(performance.id);
  const { changes, wrong } = changesOf(draft, knobs);
  const isStart = phase === 'pre' && startsAt !== undefined;
  const wallStart = start ?? (startsAt === undefined ? '' : wallTimeOf(startsAt, performance.timeZone));
  const newStart = isStart && start !== null ? momentOf(start, performance.timeZone) : undefined;
  const startIsWrong = newStart === null || (newStart !== undefined && newStart >= performance.startsAt);
  const turned = { ...changes, ...(typeof newStart === 'number' && newStart !== startsAt ? { startsAt: newStart } : {}) };
  const count = Object.keys(turned).length;
  const isDirty = count > 0 || wrong.length > 0 || startIsWrong;

  const edit = (next: Draft) => {
    setApplied(false);
    setDraft(next);
  };
  const discard = () => {
    setDraft(emptyDraft);
    setStart(null);
  };
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (count === 0 || wrong.length > 0 || startIsWrong) return;
    const done = await run(
      () => turn(performance.id, turned),
      (answer) => answer,
    );
    if (!done) return;
    discard();
    setApplied(true);
  };
  const fields = { knobs, draft, onEdit: edit };

  return (
    <section className={styles.panel} aria-labelledby="knobs-title">
      <h2 id="knobs-title">{t('knobs')}</h2>
      <p className={styles.soft}>{t('knobs.lead')}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void apply(event)}>
        {isStart && (
          <Field
            label={t('knob.startsAt')}
            hint={t('knob.startsAt.hint', { zone: performance.timeZone.replaceAll('_', ' ') })}
            type="datetime-local"
            value={wallStart}
            error={startIsWrong && t(newStart === null ? 'opening.starts.missing' : 'opening.starts.late')}
            onChange={(event) => {
              setApplied(false);
              setStart(event.target.value);
            }}
          />
        )}
        <PaceFields {...fields} isStandby={phase === 'standby'} />
        <MoreFields {...fields} />
        {isDirty && (
          <div className={styles.apply} data-bar="bottom">
            <Button type="submit" busy={busy} disabled={count === 0 || wrong.length > 0 || startIsWrong}>
              {t(busy ? 'busy' : 'apply', { count })}
            </Button>
            <Button kind="secondary" onClick={discard}>
              {t('discard')}
            </Button>
          </div>
        )}
        <div className={styles.live} aria-live="polite">
          {applied && <Notice kind="success">{t('done.change')}</Notice>}
        </div>
        {problem && <Problem problem={problem} />}
      </form>
    </section>
  );
}

interface KnobFieldsProps {
  readonly knobs: OfficeKnobs;
  readonly draft: Draft;
  readonly onEdit: (draft: Draft) => void;
  readonly isStandby: boolean;
}

/** How fast people are let in. */
export function PaceFields({ isStandby, ...fields }: KnobFieldsProps) {
  const { t } = useTranslation(queueTexts);
  return (
    <Group title={t('knobs.pace')}>
      <FieldGrid>
        <NumberField {...fields} knob="perMinute" />
        <NumberField {...fields} knob="mostInside" />
        {isStandby && <NumberField {...fields} knob="standbyArrivals" />}
      </FieldGrid>
    </Group>
  );
}

/** All other knobs but the message. */
export function MoreFields(fields: FieldProps) {
  const { t } = useTranslation(queueTexts);
  return (
    <>
      <Group title={t('knobs.turn')}>
        <FieldGrid>
          <NumberField {...fields} knob="graceSeconds" />
          <NumberField {...fields} knob="passMinutes" />
          <NumberField {...fields} knob="mostPlaces" />
        </FieldGrid>
      </Group>
      <Group title={t('knobs.who')}>
        <Switch {...fields} knob="onePerAccount" />
        <Switch {...fields} knob="accessibleLane" />
      </Group>
      <Group title={t('knobs.trouble')}>
        <FieldGrid>
          <NumberField {...fields} knob="unreachablePerMinute" />
        </FieldGrid>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}

type FieldProps = Omit<KnobFieldsProps, 'isStandby'>;

function NumberField({ knobs, draft, onEdit, knob }: FieldProps & { knob: NumberKnob }) {
  const { t } = useTranslation(queueTexts);
  const typed = draft.numbers[knob];
  const text = typed ?? textOfKnob(knobs[knob]);
  const isWrong = typed !== undefined && readKnob(knob, typed) === undefined;
  const isTurned = typed !== undefined && !isWrong && readKnob(knob, typed) !== knobs[knob];
  return (
    <Field
      label={t(`knob.${knob}`)}
      hint={
        <>
          {t(`knob.${knob}.hint`)}
          {isTurned && <span className={styles.was}> {t('knob.was', { value: wasText(knobs[knob], t) })}</span>}
        </>
      }
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className={isTurned ? styles.isTurned : undefined}
      value={text}
      error={isWrong && boundsText(knob, t)}
      onChange={(event) => onEdit({ ...draft, numbers: { ...draft.numbers, [knob]: event.target.value } })}
    />
  );
}

const wasText = (value: number | null, t: T) => (value === null ? t('knob.is-open') : numberText(value));

const boundsText = (knob: NumberKnob, t: T) => {
  const { least, most, mayBeEmpty } = boundsOf(knob);
  return t(mayBeEmpty ? 'knob.between-or-none' : 'knob.between', { least: numberText(least), most: numberText(most) });
};

function Switch({ knobs, draft, onEdit, knob }: FieldProps & { knob: SwitchKnob }) {
  const { t } = useTranslation(queueTexts);
  const isOn = draft.switches[knob] ?? knobs[knob];
  return (
    <Checkbox
      checked={isOn}
      onChange={(event) => onEdit({ ...draft, switches: { ...draft.switches, [knob]: event.target.checked } })}
      label={
        <>
          {t(`knob.${knob}`)}
          <span className={styles.soft}>{t(`knob.${knob}.hint`)}</span>
        </>
      }
    />
  );
}
