import { readOrderNumber } from '@butaca/contract/rules/order-number';
import { typedText } from '@butaca/contract/rules/typed';
import type { OfficeMail } from '@butaca/contract/undelivered';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import billStyles from '../bills/Bills.module.css';
import officeTexts from '../i18n/es/office.json';
import { OrderLink } from '../orders/OrderDetail.tsx';
import orderStyles from '../orders/Orders.module.css';
import { QueryScreen } from '../QueryScreen.tsx';
import { settings } from '../settings.ts';
import { CorrectMailbox } from './CorrectMailbox.tsx';
import { type MailList, readMails } from './calls.ts';
import { type MailDone, MailLine } from './MailLine.tsx';

const POLL_MS = 15_000;
/** What the server lists at most. */
const MOST = 200;

/** Mails that no mailbox took, whatever they were of; open ones first. */
export function MailsScreen({ name }: { name: string }) {
  const [search, setSearch] = useState('');
  const query = useQuery({
    queryKey: ['mails', search],
    queryFn: ({ signal }) => readMails(search, signal),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <QueryScreen name={name} screen="mails" query={query}>
      {(mails) => <Lists mails={mails} search={search} busy={query.isFetching && query.isPlaceholderData} onSearch={setSearch} />}
    </QueryScreen>
  );
}

interface ListsProps {
  readonly mails: MailList;
  readonly search: string;
  readonly busy: boolean;
  readonly onSearch: (search: string) => void;
}

function Lists({ mails: { items, open }, search, busy, onSearch }: ListsProps) {
  const { t } = useTranslation(officeTexts);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<OfficeMail>();
  const [done, setDone] = useState<MailDone | 'correct_mailbox'>();
  const status = useRef<HTMLDivElement>(null);
  const finish = (what: typeof done, orderId: string | undefined) => {
    setAsked(undefined);
    setDone(what);
    void queries.invalidateQueries({ queryKey: ['mails'] });
    if (orderId !== undefined) void queries.invalidateQueries({ queryKey: ['order', orderId] });
    // The button that was pressed goes away.
    status.current?.focus();
  };
  const section = {
    onDone: (what: MailDone, mail: OfficeMail) => finish(what, mail.orderId),
    onCorrect: setAsked,
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
      <Search busy={busy} onSearch={onSearch} />
      <div ref={status} tabIndex={-1} aria-live="polite" className={orderStyles.live}>
        {done && <Notice kind="success">{t(`mails.done.${done}`)}</Notice>}
      </div>
      <div aria-live="polite" className={orderStyles.live}>
        {items.length === 0 && <p className={billStyles.none}>{search === '' ? t('mails.none') : t('mails.none.found', { search })}</p>}
      </div>
      <Section title={t('mails.open.title')} items={items.filter(({ ending }) => ending === undefined)} {...section} />
      <Section title={t('mails.ended.title')} items={items.filter(({ ending }) => ending !== undefined)} {...section} />
      {items.length >= MOST && <p className={orderStyles.soft}>{t('mails.most', { count: MOST })}</p>}
      {asked?.orderId !== undefined && (
        <CorrectMailbox
          orderId={asked.orderId}
          address={asked.address}
          onDone={({ id }) => finish('correct_mailbox', id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** An order's number that was heard or typed wrong is said so, instead of finding nothing. */
function Search({ busy, onSearch }: Pick<ListsProps, 'busy' | 'onSearch'>) {
  const { t } = useTranslation(officeTexts);
  const [mistyped, setMistyped] = useState(false);
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = typedText(String(new FormData(event.currentTarget).get('search') ?? ''));
    const isMistyped = readOrderNumber(wanted) === 'mistyped';
    setMistyped(isMistyped);
    if (!isMistyped) onSearch(wanted);
  };
  return (
    <search>
      <form className={orderStyles.search} onSubmit={submit}>
        <Field
          label={t('mails.search')}
          hint={t('mails.search.hint')}
          error={mistyped && t('orders.search.mistyped')}
          name="search"
          type="search"
          autoComplete="off"
          maxLength={254}
        />
        <Button type="submit" busy={busy}>
          {t('orders.find')}
        </Button>
      </form>
    </search>
  );
}

interface SectionProps {
  readonly title: string;
  readonly items: readonly OfficeMail[];
  readonly onDone: (done: MailDone, mail: OfficeMail) => void;
  readonly onCorrect: (mail: OfficeMail) => void;
}

function Section({ title, items, onDone, onCorrect }: SectionProps) {
  if (items.length === 0) return null;
  return (
    <section className={orderStyles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={orderStyles.lines}>
        {items.map((mail) => (
          <MailLine
            key={mail.id}
            mail={mail}
            onDone={(done) => onDone(done, mail)}
            onCorrect={() => onCorrect(mail)}
            about={mail.orderId !== undefined && <OrderLink orderId={mail.orderId} orderNumber={mail.orderNumber} />}
          />
        ))}
      </ul>
    </section>
  );
}
