import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { AnswerOf, CounterSale, SaleObstacle } from '@butaca/contract';
import { changePlaces, listOtherPlaces } from '@butaca/contract/box-office';
import type { Outcome } from '@butaca/contract/client';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Field, Select } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import styles from './ChangePlaces.module.css';

const OtherPlacesMap = lazy(async () => ({ default: (await import('./OtherPlacesMap.tsx')).OtherPlacesMap }));

type Text = TextKey<typeof boxOfficeTexts>;
type Others = AnswerOf<typeof listOtherPlaces>;
type Row = Others['rows'][number];
export type Ticket = CounterSale['tickets'][number]['ticket'];

interface ChangePlacesProps {
  /** As it was read last. */
  readonly sale: CounterSale;
  /** Those that move, as they were when the dialog opened. */
  readonly tickets: readonly Ticket[];
  readonly onClose: () => void;
  /** The sale as it is with its new places. */
  readonly onChanged: () => void;
}

const nameOf = ({ sectorName, row, seat }: { sectorName: string; row?: string | undefined; seat?: string | undefined }) =>
  [sectorName, row, seat].filter(Boolean).join(' · ');

/** Why places are not changed; a clerk reads what to do instead. */
const obstacles = {
  not_paid: 'change.void',
  ticket_void: 'change.void',
  ticket_used: 'change.used',
  other_price_level: 'change.other-price',
  other_kind: 'change.other-kind',
} as const satisfies Record<string, Text>;

const closedText = (reason: SaleObstacle | undefined): Text =>
  reason === 'over' || reason === 'cancelled' ? `change.${reason}` : 'change.not-on-sale';

/** Null where the frame's dialog says it. */
function refusalOf(outcome: Exclude<Outcome<typeof changePlaces | typeof listOtherPlaces>, { status: 'ok' }>): Text | null {
  if (outcome.status !== 'refusal') return 'change.unknown';
  if (outcome.failure === 'key_reused') return null;
  if (outcome.failure === 'cannot_change_places') return obstacles[outcome.data.obstacle];
  if (outcome.failure === 'not_on_sale') return closedText(outcome.data.reason);
  return outcome.failure === 'places_taken' ? 'change.taken' : 'change.unknown';
}

/** Chooses other places of the same price row by row, shows which ticket goes where, and changes them after that second look. */
export function ChangePlaces({ sale, tickets, onClose, onChanged }: ChangePlacesProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { language } = useFrame().brand.locale;
  const [others, setOthers] = useState<Others | null>(null);
  const [rowIndex, setRowIndex] = useState(0);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [way, setWay] = useState<'list' | 'map' | 'list-only'>('list');
  const [isLooking, setLooking] = useState(false);
  const [problem, setProblem] = useState<Text | null>(null);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState(0);
  const reason = useRef<HTMLInputElement>(null);
  const click = useClickKey();
  const { revalidate } = useRevalidator();
  /** Whether a change was sent: it may have been carried out although its answer was lost. */
  const isSent = useRef(false);
  const [first] = tickets;

  // `read`: what is free is asked for again when a place was taken meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!first) return;
    let isCurrent = true;
    void (async () => {
      const { call } = await loadClient();
      const outcome = await call(listOtherPlaces, { params: { orderId: sale.id }, query: { ticketId: first.id } });
      if (!isCurrent) return;
      if (outcome.status === 'ok') return setOthers(outcome.data);
      const isSaid = outcome.status === 'refusal' && (outcome.failure === 'cannot_change_places' || outcome.failure === 'not_on_sale');
      setProblem(isSaid ? refusalOf(outcome) : 'change.failed');
    })();
    return () => {
      isCurrent = false;
    };
  }, [sale.id, first?.id, read]);

  // Void, or changed already: by a change whose answer was lost, or by a colleague.
  const isGone = tickets.some(({ id }) => !sale.tickets.some(({ ticket }) => ticket.id === id && ticket.state === 'valid'));
  const shownProblem = isGone ? 'change.void' : problem;
  const isMixed = !isGone && others !== null && tickets.some(({ id }) => !others.ticketIds.includes(id));
  // Fewer rows may be free when they are asked for again.
  const shownIndex = Math.min(rowIndex, (others?.rows.length ?? 1) - 1);
  const row = others?.rows[shownIndex];
  const places = new Map(others?.rows.flatMap((each) => each.places.map((place) => [place.id, { ...each, ...place }] as const)));
  const isFull = chosen.length === tickets.length;
  const moves = tickets.map((ticket, index) => ({ ticket, place: places.get(chosen[index] ?? -1) }));

  function toggle(place: number) {
    setProblem(null);
    setChosen((before) => (before.includes(place) ? before.filter((each) => each !== place) : [...before, place].slice(-tickets.length)));
  }

  async function change() {
    const why = typedText(reason.current?.value ?? '');
    setReasonMissing(why === '');
    if (why === '') return reason.current?.focus();
    if (busy) return;
    setBusy(true);
    isSent.current = true;
    const call = click.keyed((await loadClient()).call);
    const changes = tickets.map(({ id }, index) => ({ ticketId: id, placeId: chosen[index] ?? -1 }));
    const outcome = await call(changePlaces, { params: { orderId: sale.id }, body: { changes, reason: why } }, { purpose: 'charging' });
    setBusy(false);
    if (outcome.status === 'ok') return onChanged();
    setProblem(refusalOf(outcome));
    if (outcome.status !== 'refusal') return;
    void revalidate();
    setChosen([]);
    setOthers(null);
    setLooking(false);
    setRead(read + 1);
  }

  function close() {
    onClose();
    if (isSent.current) void revalidate();
  }

  return (
    <Dialog
      open
      insistent
      wide={way === 'map'}
      onClose={close}
      title={t('change.title')}
      closeLabel={t('change.close')}
      actions={
        isLooking ? (
          <>
            <Button kind="secondary" onClick={() => setLooking(false)}>
              {t('change.back')}
            </Button>
            <Button busy={busy} onClick={() => void change()}>
              {t('change.go', { count: tickets.length })}
            </Button>
          </>
        ) : (
          <Button disabled={!isFull} onClick={() => setLooking(true)}>
            {t('change.look')}
          </Button>
        )
      }
    >
      <div className={styles.content}>
        {isLooking ? (
          <>
            <ul className={styles.moves}>
              {moves.map(({ ticket, place }) => (
                <li key={ticket.id}>
                  <s>{nameOf(ticket)}</s>
                  <strong>{place ? nameOf(place) : ''}</strong>
                </li>
              ))}
            </ul>
            <p>{t('change.what')}</p>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void change();
              }}
            >
              <Field
                ref={reason}
                name="change-reason"
                label={t('sales.reason')}
                error={isReasonMissing && t('sales.reason.missing')}
                onChange={() => setReasonMissing(false)}
                maxLength={300}
                autoComplete="off"
                autoFocus
              />
            </form>
          </>
        ) : (
          <>
            <p>{t('change.explain', { count: tickets.length })}</p>
            {isMixed && <Notice kind="warning">{t('change.mixed')}</Notice>}
            {others?.rows.length === 0 && <Notice kind="warning">{t('change.none')}</Notice>}
            {others && row && !isMixed && !isGone && (
              <>
                {way === 'map' && first ? (
                  <Suspense fallback={<div className={styles.map} aria-busy="true" />}>
                    <OtherPlacesMap
                      performanceId={first.performanceId}
                      rows={others.rows}
                      row={row}
                      chosen={chosen}
                      most={tickets.length}
                      label={t('change.map')}
                      onToggle={toggle}
                      onFailed={() => setWay('list-only')}
                    />
                  </Suspense>
                ) : (
                  <>
                    <Select label={t('change.row')} value={shownIndex} onChange={({ target }) => setRowIndex(Number(target.value))}>
                      {others.rows.map((each, index) => (
                        <option key={each.places[0]?.id} value={index}>
                          {t('change.row.free', { row: nameOf(each), count: each.places.length })}
                        </option>
                      ))}
                    </Select>
                    <Seats row={row} chosen={chosen} onToggle={toggle} />
                  </>
                )}
                {way !== 'list-only' && (
                  <p>
                    <Button kind="secondary" onClick={() => setWay(way === 'map' ? 'list' : 'map')}>
                      {t(way === 'map' ? 'change.to-list' : 'change.to-map')}
                    </Button>
                  </p>
                )}
                {way === 'list-only' && <Notice>{t('change.no-map')}</Notice>}
                <p role="status">
                  {t('change.chosen', { count: chosen.length, most: tickets.length })}
                  {chosen.length > 0 && (
                    <>
                      {' '}
                      <strong>
                        {new Intl.ListFormat(language, { type: 'unit' }).format(
                          chosen.flatMap((id) => {
                            const place = places.get(id);
                            return place ? [nameOf(place)] : [];
                          }),
                        )}
                      </strong>
                    </>
                  )}
                </p>
              </>
            )}
          </>
        )}
        <div role="status">{shownProblem && <Notice kind="warning">{t(shownProblem)}</Notice>}</div>
      </div>
    </Dialog>
  );
}

interface SeatsProps {
  readonly row: Row;
  readonly chosen: readonly number[];
  readonly onToggle: (place: number) => void;
}

function Seats({ row, chosen, onToggle }: SeatsProps) {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    <fieldset className={styles.seats}>
      <legend>{t('change.seats')}</legend>
      {row.places.map(({ id, seat, isRestricted }, index) => (
        <label key={id} className={classes(styles.seat, isRestricted && styles.restricted)}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
          <span>{seat ?? t('change.unnumbered', { number: index + 1 })}</span>
          {isRestricted && <small>{t('change.restricted')}</small>}
        </label>
      ))}
    </fieldset>
  );
}
