import { useClickKey } from '@butaca/browser/click-key.ts';
import { type DeliveryState, nextDeliveryStep } from '@butaca/contract/delivery-rule';
import { getOfficeTickets, moveDelivery, type OfficeOrder } from '@butaca/contract/office-orders';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { saveFile } from '../save-file.ts';
import { endSession } from '../session.ts';
import { momentText } from './moment.ts';
import styles from './Orders.module.css';

/** Tickets on paper: where they go, what was done with them, and the next step. Nothing for a file. */
export function Delivery({ order }: { order: OfficeOrder }) {
  const { t } = useTranslation(officeTexts);
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const click = useClickKey();
  const { id, delivery, deliverySteps: done, tickets } = order;
  if (!delivery || delivery.kind === 'eticket') return null;
  const next = nextDeliveryStep(delivery.kind, done.at(-1)?.state);
  const isValid = tickets.some(({ ticket }) => ticket.state === 'valid');
  const place = delivery.point ? `${delivery.point.name}, ${delivery.point.address}, ${delivery.point.city}` : delivery.address;

  const move = async (to: DeliveryState) => {
    setState('busy');
    const body = { state: to, note: typedText(note) || undefined };
    const outcome = await click.keyed(client.call)(moveDelivery, { params: { orderId: id }, body });
    setState(outcome.status === 'ok' ? 'idle' : 'failed');
    if (outcome.status === 'unauthorised') endSession('over');
    if (outcome.status !== 'ok') return void queries.invalidateQueries({ queryKey: ['order', id] });
    setNote('');
    queries.setQueryData(['order', id], outcome.data);
  };
  const print = async () => {
    setState('busy');
    const outcome = await client.call(getOfficeTickets, { params: { orderId: id } });
    setState(outcome.status === 'ok' ? 'idle' : 'failed');
    if (outcome.status === 'unauthorised') endSession('over');
    if (outcome.status === 'ok') saveFile(outcome.data);
  };

  return (
    <section className={styles.section} aria-labelledby="delivery-title">
      <h3 id="delivery-title">{t('delivery.title')}</h3>
      <p>
        <strong>{delivery.name}</strong>
        {place && <span className={styles.soft}> {place}</span>}
      </p>
      {done.length > 0 && (
        <ol className={styles.lines}>
          {done.map((step) => (
            <li key={step.state} className={styles.line}>
              <span className={styles.lineMain}>
                <strong>{t(`delivery.${step.state}`)}</strong>
                <span className={styles.soft}>{[momentText(step.at), step.staffName ?? t('orders.erased')].join(' · ')}</span>
                {step.note && <span>{step.note}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {isValid && next && (
        <Field
          label={t('delivery.note')}
          hint={t('delivery.note.hint')}
          value={note}
          maxLength={300}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      {isValid && (
        <div className={styles.verbs}>
          {next && (
            <Button busy={state === 'busy'} onClick={() => void move(next)}>
              {t(`delivery.to.${next}`)}
            </Button>
          )}
          <Button kind="secondary" busy={state === 'busy'} onClick={() => void print()}>
            {t('delivery.print')}
          </Button>
        </div>
      )}
      <div aria-live="polite">{state === 'failed' && <Notice kind="error">{t('delivery.failed')}</Notice>}</div>
    </section>
  );
}
