import type { OfficeRoom, RoomVerb } from '@butaca/contract/office-queue';
import { Button, type ButtonProps } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useRef, useState } from 'react';
import queueTexts from '../i18n/es/queue.json';
import { Count } from '../performances/PerformanceFacts.tsx';
import { move } from './calls.ts';
import { PhaseTag } from './PhaseTag.tsx';
import { Problem } from './Problem.tsx';
import styles from './Room.module.css';
import { numberText, percentText, spanText, type T, whenText } from './says.ts';
import { type OfRoom, useVerb } from './use-room.ts';

/** The leader writes each second; after this long without a word something is wrong. */
const STUCK_MS = 15_000;

/** What the room does now and what bounds it, the verbs of its phase, and the numbers. */
export function RoomNow({ performance, room, now }: OfRoom) {
  const { t } = useTranslation(queueTexts);
  const { phase, pulse } = room;
  const state = useRef<HTMLDivElement>(null);
  const moves = phase === 'active' || phase === 'draining';
  const silentMs = pulse ? now - pulse.at : now - room.openedAt;
  return (
    <>
      <section className={styles.now} aria-labelledby="state-title" data-phase={phase}>
        <div ref={state} className={styles.state} tabIndex={-1}>
          <h2 id="state-title" className={styles.phase}>
            <PhaseTag phase={phase} />
          </h2>
          <p className={styles.sentence}>{stateText({ performance, room, now }, t)}</p>
        </div>
        <Verbs performanceId={performance.id} room={room} onDone={() => state.current?.focus()} />
      </section>
      {moves && silentMs > STUCK_MS && (
        <Notice kind="warning" title={t('stuck', { age: spanText(silentMs, t) })}>
          {t('stuck.text')}
        </Notice>
      )}
      {phase !== 'closed' && <Numbers room={room} />}
    </>
  );
}

function stateText({ performance, room, now }: OfRoom, t: T): string {
  const { phase, startsAt, pulse, waiting, knobs, closedAt } = room;
  switch (phase) {
    case 'standby':
      return knobs.standbyArrivals === null ? t('state.standby.by-hand') : t('state.standby', { count: knobs.standbyArrivals });
    case 'pre': {
      if (startsAt === undefined) return '';
      const left = startsAt > now ? ` ${t('state.pre.left', { left: spanText(startsAt - now, t) })}` : '';
      return `${t('state.pre', { when: whenText(startsAt, performance) })}${left}`;
    }
    case 'active':
      if (!pulse) return t('state.first');
      return waiting === 0 && pulse.reason === 'rate' ? t('idle') : t(`reason.${pulse.reason}`);
    case 'closed':
      return t('state.closed', { when: closedAt === undefined ? '' : whenText(closedAt, performance) });
    default:
      return t(`state.${phase}`);
  }
}

const kinds = {
  open_now: 'primary',
  resume: 'primary',
  pause: 'secondary',
  drain: 'secondary',
  sell_out: 'secondary',
  close: 'danger',
} as const satisfies Record<RoomVerb, ButtonProps['kind']>;

/** In the order in which they are shown. */
const verbs = ['open_now', 'resume', 'pause', 'drain', 'sell_out', 'close'] as const;

/** Asked about first, because nothing brings back what was before. */
const needsConfirmation = (verb: RoomVerb): verb is 'close' | 'sell_out' => verb === 'close' || verb === 'sell_out';

function Verbs({ performanceId, room, onDone }: { performanceId: number; room: OfficeRoom; onDone: () => void }) {
  const { t } = useTranslation(queueTexts);
  const { busy, problem, run, forget } = useVerb(performanceId);
  const [asked, setAsked] = useState<'close' | 'sell_out' | null>(null);
  const [doing, setDoing] = useState<RoomVerb | null>(null);

  const go = async (verb: RoomVerb) => {
    setDoing(verb);
    const done = await run(
      () => move(performanceId, verb),
      (answer) => answer,
    );
    setAsked(null);
    // The button may be gone with the focus on it.
    if (done) onDone();
  };
  const press = (verb: RoomVerb) => {
    forget();
    if (needsConfirmation(verb)) setAsked(verb);
    else void go(verb);
  };

  return (
    <>
      {room.verbs.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className={styles.verbs} role="group" aria-label={t('verbs')}>
          {verbs
            .filter((verb) => room.verbs.includes(verb))
            .map((verb) => (
              <Button key={verb} kind={kinds[verb]} small busy={busy && doing === verb} onClick={() => press(verb)}>
                {t(`verb.${verb}`)}
              </Button>
            ))}
        </div>
      )}
      {problem && <Problem problem={problem} />}
      <Dialog
        open={asked !== null}
        insistent
        onClose={() => setAsked(null)}
        title={asked && t(`confirm.${asked}`)}
        closeLabel={t('close-dialog')}
        actions={
          asked && (
            <>
              <Button kind="danger" busy={busy} onClick={() => void go(asked)}>
                {t(busy ? 'busy' : `verb.${asked}`)}
              </Button>
              <Button kind="secondary" onClick={() => setAsked(null)}>
                {t('cancel')}
              </Button>
            </>
          )
        }
      >
        <p>
          {asked === 'sell_out'
            ? t('confirm.sell_out.text')
            : room.waiting === 0
              ? t('confirm.close.nobody')
              : t('confirm.close.text', { count: room.waiting })}
        </p>
      </Dialog>
    </>
  );
}

/** What matters at a glance, large; beside each number what it is measured by. */
function Numbers({ room }: { room: OfficeRoom }) {
  const { t } = useTranslation(queueTexts);
  const { phase, pulse, waiting, knobs, arrivals } = room;
  if (phase === 'standby') {
    return (
      <dl className={styles.numbers}>
        <Figure name={t('arrivals')} value={arrivals} note={t('arrivals.note')} />
      </dl>
    );
  }
  const minutes = pulse && pulse.perMinute > 0 ? waiting / pulse.perMinute : null;
  const waitingNote =
    phase === 'pre'
      ? t('waiting.pre')
      : waiting === 0
        ? t('waiting.none')
        : minutes === null
          ? ''
          : t('waiting.note', { left: spanText(minutes * 60_000, t) });
  return (
    <section aria-label={t('numbers')}>
      <dl className={styles.numbers}>
        <Figure name={t('waiting')} value={waiting} note={waitingNote} isFirst />
        <Figure
          name={t('came')}
          value={pulse?.redeemed ?? 0}
          note={
            pulse && pulse.called > 0 ? t('came.note', { count: pulse.called, percent: percentText(pulse.showRate) }) : t('nothing-yet')
          }
        />
        <Figure name={t('inside')} value={pulse?.inside ?? 0} note={t('inside.note', { count: knobs.mostInside })} />
        <Figure
          name={t('sold')}
          value={pulse?.stock?.sold ?? null}
          note={pulse?.stock ? t('sold.note', { free: numberText(pulse.stock.free), held: numberText(pulse.stock.held) }) : t('sold.none')}
        />
        <Figure
          name={t('rate')}
          value={pulse?.perMinute ?? 0}
          note={
            <>
              {t('rate.note', { count: knobs.perMinute })}
              {pulse?.claimP95Ms !== undefined && ` · ${t('rate.slow', { ms: pulse.claimP95Ms })}`}
            </>
          }
        />
      </dl>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  /** Null when it is not known. */
  readonly value: number | null;
  readonly note: ReactNode;
  readonly isFirst?: boolean;
}

const Figure = ({ name, value, note, isFirst = false }: FigureProps) => (
  <div className={styles.figure} data-first={isFirst || undefined}>
    <dt>{name}</dt>
    <dd className={styles.value}>{value === null ? '–' : <Count value={value} />}</dd>
    <dd className={styles.note}>{note}</dd>
  </div>
);
