import type { AnswerOf } from '@butaca/contract';
import type { listKeptCards } from '@butaca/contract/kept-cards';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import cardsTexts from '../../i18n/es/cards.json';
import { pathTo } from '../../paths.ts';
import { CardMark } from '../../purchase/buy/card/CardMark.tsx';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import styles from '../EntryList.module.css';
import { ReadFailed } from '../ReadFailed.tsx';
import type { Route } from './+types/route';

type Listed = AnswerOf<typeof listKeptCards>;
type Kept = Listed['cards'][number];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ listKeptCards: call }, { pageCall }] = await Promise.all([
    import('@butaca/contract/kept-cards'),
    import('../../calls/page-call.ts'),
  ]);
  const answer = await pageCall(call, {}, request);
  return answer.ok ? answer.data : null;
}

export function HydrateFallback() {
  const { t } = useTranslation(cardsTexts);
  return <AccountShell title={t('title')} />;
}

/** The cards that payment providers keep for the customer (EN-110), with a way to delete each. */
export default function MyCards({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(cardsTexts);
  return (
    <AccountPage title={t('title')}>
      {loaderData === null ? <ReadFailed title={t('failed.title')} /> : <Cards read={loaderData} />}
    </AccountPage>
  );
}

function Cards({ read }: { read: Listed }) {
  const { t } = useTranslation(cardsTexts);
  const { listed, removing, setRemoving, busy, problem, isRemoved, status, remove } = useCards(read);
  return (
    <>
      <p ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {isRemoved && t('removed')}
      </p>
      {problem && <Notice kind="error">{t(`problem.${problem}`)}</Notice>}
      {listed.isPartial && <Notice kind="warning">{t('partial')}</Notice>}
      <p className={styles.soft}>{t('lead')}</p>
      {listed.cards.length === 0 && !listed.isPartial && (
        <div className={styles.empty}>
          <h2>{t('empty.title')}</h2>
          <p>{t('empty.text')}</p>
        </div>
      )}
      {listed.cards.length > 0 && (
        <ul className={styles.list}>
          {listed.cards.map(({ method, card }) => (
            <li key={card.id} className={styles.entry}>
              <div className={styles.facts}>
                <p className={styles.kind}>{method}</p>
                <CardMark brand={card.brand} />
                <p className={styles.strong}>{card.label}</p>
                {card.expires && <p className={styles.soft}>{t('expires', { expires: card.expires })}</p>}
              </div>
              <div className={styles.actions}>
                <Button
                  kind="quiet"
                  small
                  aria-label={t('remove.long', { card: card.label })}
                  onClick={() => setRemoving({ method, card })}
                >
                  {t('remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={removing !== null}
        title={t('remove.title')}
        closeLabel={t('close')}
        onClose={() => setRemoving(null)}
        actions={
          <>
            <Button kind="secondary" onClick={() => setRemoving(null)}>
              {t('keep')}
            </Button>
            <Button kind="danger" busy={busy} onClick={() => void remove()}>
              {t('remove')}
            </Button>
          </>
        }
      >
        {removing && <p>{t('remove.text', { card: removing.card.label })}</p>}
      </Dialog>
    </>
  );
}

type Problem = 'gone' | 'down' | 'other';

/** The list as the last answer told it, and what became of the last deletion. */
function useCards(read: Listed) {
  const navigate = useNavigate();
  const [listed, setListed] = useState(read);
  const [removing, setRemoving] = useState<Kept | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRemoved, setRemoved] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  async function remove() {
    if (!removing || busy) return;
    setBusy(true);
    setProblem(null);
    setRemoved(false);
    const { deleteKeptCard } = await import('@butaca/contract/kept-cards');
    const outcome = await (await loadClient()).call(deleteKeptCard, { params: { id: removing.card.id } });
    setBusy(false);
    setRemoving(null);
    if (outcome.status === 'unauthorised') return void navigate(pathTo('login', {}, { next: pathTo('myCards', {}) }));
    if (outcome.status === 'ok') {
      setListed(outcome.data);
      setRemoved(true);
      // The button that was pressed is gone.
      return status.current?.focus();
    }
    const failure = outcome.status === 'refusal' ? outcome.failure : undefined;
    if (failure === 'not_found') setListed((all) => ({ ...all, cards: all.cards.filter(({ card }) => card.id !== removing.card.id) }));
    setProblem(failure === 'not_found' ? 'gone' : failure === 'payment_method_down' ? 'down' : 'other');
  }

  return { listed, removing, setRemoving, busy, problem, isRemoved, status, remove };
}
