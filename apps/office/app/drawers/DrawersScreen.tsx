import type { AnswerOf, OfficeDrawer } from '@butaca/contract';
import { listDrawers } from '@butaca/contract/box-office';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Money } from '@butaca/ui/components/Money.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery } from '@tanstack/react-query';
import { client } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { momentText } from '../orders/moment.ts';
import orderStyles from '../orders/Orders.module.css';
import { read } from '../outcome.ts';
import { QueryScreen } from '../QueryScreen.tsx';
import { saveFile } from '../save-file.ts';
import { settings } from '../settings.ts';
import styles from './Drawers.module.css';
import { byClerk, type ClerkReport, drawersCsv, expectedIn, type Sums, sumsOf } from './sums.ts';

const POLL_MS = 15_000;

const readDrawers = async (signal: AbortSignal) =>
  read<AnswerOf<typeof listDrawers>>(await client.call(listDrawers, {}, { purpose: 'background', signal })).items;

/** The drawers of the box office's clerks: what came, what went, what was counted. */
export function DrawersScreen({ name }: { name: string }) {
  const { t } = useTranslation(officeTexts);
  const query = useQuery({
    queryKey: ['drawers'],
    queryFn: ({ signal }) => readDrawers(signal),
    refetchInterval: POLL_MS,
  });
  return (
    <QueryScreen name={name} screen="drawers" query={query}>
      {(drawers) => (drawers.length === 0 ? <p className={orderStyles.soft}>{t('drawers.none')}</p> : <Sections drawers={drawers} />)}
    </QueryScreen>
  );
}

function Sections({ drawers }: { drawers: readonly OfficeDrawer[] }) {
  const { t } = useTranslation(officeTexts);
  const download = () => {
    const csv = drawersCsv(drawers, settings.locale.currency, t('drawers.csv.columns').split(','));
    saveFile(new File([csv], t('drawers.csv.file'), { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <>
      <p className={orderStyles.soft}>{t('drawers.lead')}</p>
      <div className={orderStyles.verbs}>
        <Button kind="secondary" small onClick={download}>
          {t('drawers.csv')}
        </Button>
      </div>
      <section className={orderStyles.section} aria-labelledby="clerks-title">
        <h2 id="clerks-title">{t('drawers.clerks')}</h2>
        <ul className={styles.cards}>
          {byClerk(drawers).map((report) => (
            <Clerk key={report.staffId} report={report} />
          ))}
        </ul>
      </section>
      <section className={orderStyles.section} aria-labelledby="drawers-title">
        <h2 id="drawers-title">{t('drawers.list')}</h2>
        <ul className={styles.cards}>
          {drawers.map((drawer) => (
            <Drawer key={drawer.id} drawer={drawer} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Clerk({ report: { staffName, drawers, difference } }: { report: ClerkReport }) {
  const { t } = useTranslation(officeTexts);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3>{staffName ?? t('drawers.erased')}</h3>
        <span className={orderStyles.soft}>{t('drawers.count', { count: drawers.length })}</span>
      </div>
      <dl className={styles.figures}>
        <SalesFigures sums={sumsOf(drawers)} />
        <Figure name={t('drawers.difference')} amount={difference} isStrong isWrong={difference !== 0} />
      </dl>
    </li>
  );
}

function Drawer({ drawer }: { drawer: OfficeDrawer }) {
  const { t } = useTranslation(officeTexts);
  const { staffName, openedAt, closedAt, float, counted, difference, note, cashMoves, lowered } = drawer;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3>{staffName ?? t('drawers.erased')}</h3>
        <span className={orderStyles.soft}>
          {momentText(openedAt)} – {closedAt === undefined ? t('drawers.open') : momentText(closedAt)}
        </span>
      </div>
      <dl className={styles.figures}>
        <Figure name={t('drawers.float')} amount={float} />
        <SalesFigures sums={sumsOf([drawer])} />
        <Figure name={t('drawers.expected')} amount={expectedIn(drawer)} isStrong />
        {counted !== undefined && <Figure name={t('drawers.counted')} amount={counted} />}
        {difference !== undefined && <Figure name={t('drawers.difference')} amount={difference} isStrong isWrong={difference !== 0} />}
      </dl>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {cashMoves.length + lowered.length > 0 && (
        <details className={styles.details}>
          <summary>{t('drawers.details')}</summary>
          <ul>
            {cashMoves.map(({ at, amount, reason }) => (
              <Line key={`${at} ${amount}`} text={reason} below={momentText(at)} amount={amount} />
            ))}
            {lowered.map(({ at, orderNumber, ticketCount, amount, reason, isComplimentary }) => (
              <Line
                key={`${at} ${orderNumber}`}
                text={reason}
                below={[
                  t(isComplimentary ? 'drawers.complimentary' : 'drawers.lowered', { number: ticketCount }),
                  orderNumber,
                  momentText(at),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                amount={-amount}
              />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Only what there was: a drawer without a card terminal has no line for it. */
function SalesFigures({ sums }: { sums: Sums }) {
  const { t } = useTranslation(officeTexts);
  const { saleCount, sales, onTerminalCount, onTerminal, mixedCount, paidOut, backOnTerminal, cashIn, cashOut } = sums;
  const { lowered, loweredTickets, complimentaryTickets } = sums;
  return (
    <>
      <Figure name={t('drawers.sales', { number: saleCount })} amount={sales} />
      {paidOut > 0 && <Figure name={t('drawers.paid-out')} amount={-paidOut} />}
      {cashIn > 0 && <Figure name={t('drawers.cash-in')} amount={cashIn} />}
      {cashOut > 0 && <Figure name={t('drawers.cash-out')} amount={-cashOut} />}
      {onTerminalCount > 0 && (
        <Figure
          name={t('drawers.terminal', { number: onTerminalCount })}
          below={mixedCount > 0 ? t('drawers.mixed', { number: mixedCount }) : undefined}
          amount={onTerminal}
        />
      )}
      {backOnTerminal > 0 && <Figure name={t('drawers.back-on-terminal')} amount={-backOnTerminal} />}
      {loweredTickets > 0 && <Figure name={t('drawers.lowered', { number: loweredTickets })} amount={-lowered} />}
      {complimentaryTickets > 0 && (
        <div>
          <dt>{t('drawers.complimentaries')}</dt>
          <dd>{complimentaryTickets}</dd>
        </div>
      )}
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly below?: string | undefined;
  readonly amount: number;
  readonly isStrong?: boolean;
  readonly isWrong?: boolean;
}

function Figure({ name, below, amount, isStrong = false, isWrong = false }: FigureProps) {
  return (
    <div data-strong={isStrong || undefined} data-wrong={isWrong || undefined}>
      <dt>
        {name}
        {below !== undefined && <span className={orderStyles.soft}>{below}</span>}
      </dt>
      <dd>
        <Money amount={amount} locale={settings.locale} />
      </dd>
    </div>
  );
}

function Line({ text, below, amount }: { text: string; below: string; amount: number }) {
  return (
    <li>
      <span>
        {text}
        <span className={orderStyles.soft}>{below}</span>
      </span>
      <Money amount={amount} locale={settings.locale} />
    </li>
  );
}
