import type { OfficeOrder } from '@butaca/contract/office-orders';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import { momentText } from './moment.ts';
import styles from './Orders.module.css';
import { nameOf } from './ReasonDialog.tsx';

export type OfficeTicket = OfficeOrder['tickets'][number]['ticket'];

interface TicketsProps {
  readonly order: OfficeOrder;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (ticketId: string) => void;
  readonly onClearName: (ticket: OfficeTicket) => void;
}

/** Valid tickets can be ticked; what was used or is void says so. */
export function Tickets({ order: { tickets, performances }, chosen, onToggle, onClearName }: TicketsProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <ul className={styles.lines}>
      {tickets.map(({ ticket, isUsed }) => {
        const performance = performances.find(({ id }) => id === ticket.performanceId);
        return (
          <li key={ticket.id} className={styles.line}>
            <label className={styles.ticket}>
              <input
                type="checkbox"
                checked={chosen.has(ticket.id)}
                disabled={ticket.state === 'void'}
                onChange={() => onToggle(ticket.id)}
              />
              <span>
                <PlaceName place={ticket} />
                <span className={styles.soft}>
                  {[ticket.priceTypeName, performance && momentText(performance.startsAt), ticket.number].filter(Boolean).join(' · ')}
                </span>
                {ticket.nomination && <span className={styles.soft}>{t('orders.enters', { name: nameOf(ticket) })}</span>}
              </span>
            </label>
            <span className={styles.lineEnd}>
              {ticket.nomination && ticket.state === 'valid' && !isUsed && (
                <Button
                  small
                  kind="quiet"
                  aria-label={t('orders.clear-name.long', { name: nameOf(ticket) })}
                  onClick={() => onClearName(ticket)}
                >
                  {t('orders.clear-name')}
                </Button>
              )}
              {ticket.state === 'void' && <Tag tone="danger">{t('orders.void')}</Tag>}
              {isUsed && <Tag>{t('orders.used')}</Tag>}
              <Money amount={ticket.final} locale={settings.locale} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What is being paid: places, and until when they are held for it. */
export function AwaitedPlaces({ order: { places, performances, heldUntil } }: { order: OfficeOrder }) {
  const { t } = useTranslation(officeTexts);
  return (
    <section className={styles.section} aria-labelledby="places-title">
      <h3 id="places-title">{t('orders.places')}</h3>
      <p className={styles.soft}>
        {heldUntil === undefined ? t('orders.places.lost') : t('orders.places.until', { when: momentText(heldUntil) })}
      </p>
      <ul className={styles.lines}>
        {places.map((place, index) => {
          const performance = performances.find(({ id }) => id === place.performanceId);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without a number are alike, and their order never changes
            <li key={index} className={styles.line}>
              <span className={styles.lineMain}>
                <PlaceName place={place} />
                <span className={styles.soft}>
                  {[place.priceTypeName, performance && momentText(performance.startsAt)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className={styles.lineEnd}>
                <Money amount={place.final} locale={settings.locale} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function PlaceName({ place: { sectorName, row, seat } }: { place: Pick<OfficeTicket, 'sectorName' | 'row' | 'seat'> }) {
  const { t } = useTranslation(officeTexts);
  return <strong>{[sectorName, row && t('orders.row', { row }), seat && t('orders.seat', { seat })].filter(Boolean).join(' · ')}</strong>;
}
