import type { OfficeMail } from '@butaca/contract/undelivered';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import billStyles from '../bills/Bills.module.css';
import officeTexts from '../i18n/es/office.json';
import { momentText } from '../orders/moment.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import orderStyles from '../orders/Orders.module.css';
import { useOpenMailsAre } from '../performances/calls.ts';
import { QueryScreen } from '../QueryScreen.tsx';
import { SearchForm } from '../SearchForm.tsx';
import { settings } from '../settings.ts';
import { CorrectMailbox } from './CorrectMailbox.tsx';
import { type MailList, readMails } from './calls.ts';
import { MailLine, type MailLineProps } from './MailLine.tsx';
import { type DoneMail, isUnderWay, MailNews } from './MailNews.tsx';
import { PutAside } from './PutAside.tsx';

const POLL_MS = 15_000;
/** Until the mail server has answered. */
const UNDER_WAY_POLL_MS = 2000;
/** What the server lists at most. */
const MOST = 200;

/** Mails that no mailbox took, whatever they were of; open ones first. */
export function MailsScreen({ name }: { name: string }) {
  const [search, setSearch] = useState('');
  const [news, setNews] = useState<DoneMail | 'correct_mailbox'>();
  const query = useQuery({
    queryKey: ['mails', search],
    queryFn: ({ signal }) => readMails(search, signal),
    refetchInterval: ({ state: { data } }) =>
      data && news && news !== 'correct_mailbox' && isUnderWay(news, data.items) ? UNDER_WAY_POLL_MS : POLL_MS,
    placeholderData: keepPreviousData,
  });
  useOpenMailsAre(query.data?.open);
  return (
    <QueryScreen name={name} screen="mails" query={query}>
      {(mails) => (
        <Lists
          mails={mails}
          search={search}
          busy={query.isFetching && query.isPlaceholderData}
          news={news}
          onNews={setNews}
          onSearch={setSearch}
        />
      )}
    </QueryScreen>
  );
}

interface ListsProps {
  readonly mails: MailList;
  readonly search: string;
  readonly busy: boolean;
  /** What was done last. */
  readonly news: DoneMail | 'correct_mailbox' | undefined;
  readonly onNews: (news: DoneMail | 'correct_mailbox') => void;
  readonly onSearch: (search: string) => void;
}

function Lists({ mails: { items, open }, search, busy, news, onNews, onSearch }: ListsProps) {
  const { t } = useTranslation(officeTexts);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ readonly for: 'aside' | 'correct'; readonly mail: OfficeMail }>();
  const status = useRef<HTMLDivElement>(null);
  const close = () => setAsked(undefined);
  const finish = (what: DoneMail | 'correct_mailbox', orderId: string | undefined) => {
    close();
    onNews(what);
    void queries.invalidateQueries({ queryKey: ['mails'] });
    if (orderId !== undefined) void queries.invalidateQueries({ queryKey: ['order', orderId] });
    // The button that was pressed goes away.
    status.current?.focus();
  };
  const does: Omit<MailLineProps, 'mail'> = {
    onDone: (done, mail) => finish({ done, mail }, mail.orderId),
    onCorrect: (mail) => setAsked({ for: 'correct', mail }),
    onAside: (mail) => setAsked({ for: 'aside', mail }),
  };
  return (
    <>
      <dl className={billStyles.counts}>
        <div data-trouble={open > 0 || undefined}>
          <dt>{t('mails.count')}</dt>
          <dd className={billStyles.count}>{open.toLocaleString(settings.locale.language)}</dd>
          <dd className={orderStyles.soft}>{t('mails.count.hint')}</dd>
        </div>
      </dl>
      <SearchForm label={t('mails.search')} hint={t('mails.search.hint')} maxLength={254} busy={busy} onSearch={onSearch} />
      <div ref={status} tabIndex={-1} aria-live="polite" className={orderStyles.live}>
        {news === 'correct_mailbox' && <Notice kind="success">{t('mails.done.correct_mailbox')}</Notice>}
        {news && news !== 'correct_mailbox' && <MailNews news={news} mails={items} />}
      </div>
      <div aria-live="polite" className={orderStyles.live}>
        {items.length === 0 && <p className={billStyles.none}>{search === '' ? t('mails.none') : t('mails.none.found', { search })}</p>}
      </div>
      <Section title={t('mails.open.title')} items={items.filter(({ ending }) => ending === undefined)} {...does} />
      <Section title={t('mails.ended.title')} items={items.filter(({ ending }) => ending !== undefined)} {...does} />
      {items.length >= MOST && <p className={orderStyles.soft}>{t('mails.most', { count: MOST })}</p>}
      {asked?.for === 'correct' && asked.mail.orderId !== undefined && (
        <CorrectMailbox
          orderId={asked.mail.orderId}
          address={asked.mail.address}
          isHeld={asked.mail.reason === 'held'}
          onDone={({ id }) => finish('correct_mailbox', id)}
          onClose={close}
        />
      )}
      {asked?.for === 'aside' && (
        <PutAside mail={asked.mail} onDone={(mail) => finish({ done: 'aside', mail }, mail.orderId)} onClose={close} />
      )}
    </>
  );
}

interface SectionProps extends Omit<MailLineProps, 'mail' | 'about'> {
  readonly title: string;
  readonly items: readonly OfficeMail[];
}

function Section({ title, items, ...does }: SectionProps) {
  if (items.length === 0) return null;
  return (
    <section className={orderStyles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={orderStyles.lines}>
        {items.map((mail) => (
          <MailLine key={mail.id} mail={mail} about={<About mail={mail} />} {...does} />
        ))}
      </ul>
    </section>
  );
}

/** Of an order: what it is of, when, and the way to it. */
function About({ mail: { showNames, startsAt, orderId, orderNumber } }: { mail: OfficeMail }) {
  if (orderId === undefined) return null;
  const what = [...showNames, startsAt !== undefined && momentText(startsAt)].filter(Boolean).join(' · ');
  return (
    <span className={billStyles.about}>
      {what && <span>{what}</span>}
      <OrderLink orderId={orderId} orderNumber={orderNumber} />
    </span>
  );
}
