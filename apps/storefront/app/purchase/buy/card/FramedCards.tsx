import { useClickKey } from '@butaca/browser/click-key.ts';
import type { NextAction, PaymentMethod, SavedCard } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { isKeyReused } from '../../../calls/key-reused.ts';
import { loadClient } from '../../../calls/load-client.ts';
import buyTexts from '../../../i18n/es/buy.json';
import { useCaptcha } from '../../../login/use-captcha.ts';
import { heightIn } from '../../confirmation/AwaitedPayment.tsx';
import styles from './Card.module.css';
import { CardMark } from './CardMark.tsx';

/** As many as the server lets a buyer save. */
const MOST_SAVED = 10;
const ANOTHER = 'another';

export interface FramedCardsProps {
  readonly purchaseId: string;
  readonly method: PaymentMethod;
  /** Undefined for one that is typed into the provider's form. */
  readonly chosen: SavedCard | undefined;
  readonly onChoose: (id: string | null) => void;
  /** Reads the ways to pay again; answers the cards of this one, or undefined without an answer. */
  readonly readCards: () => Promise<readonly SavedCard[] | undefined>;
}

type Said = 'saved' | 'removed' | 'not saved' | 'gone' | 'down' | 'wait' | 'full' | 'failed';

/** Cards that a provider keeps which has them typed into a form of its own (EN-110): to choose, to save and to delete. */
export function FramedCards({ purchaseId, method, chosen, onChoose, readCards }: FramedCardsProps) {
  const { t } = useTranslation(buyTexts);
  const cards = method.cards ?? [];
  const { said, minutes, busy, step, removing, status, setRemoving, save, saved, remove } = useFramedCards({
    purchaseId,
    cards,
    onChoose,
    readCards,
  });
  return (
    <div className={styles.kept}>
      {cards.length > 0 && (
        <RadioGroup
          name="keptCard"
          legend={t('kept.title')}
          chosen={chosen?.id ?? ANOTHER}
          onChoose={(id) => onChoose(id === ANOTHER ? null : id)}
          options={[
            ...cards.map(({ id, label, brand, expires }) => ({
              value: id,
              mark: <CardMark brand={brand} />,
              title: label,
              text: expires && t('kept.expires', { expires }),
            })),
            { value: ANOTHER, title: t('kept.another'), text: t('kept.another.frame', { name: method.name }) },
          ]}
        />
      )}
      <p ref={status} tabIndex={-1} role="status" className={said === 'saved' || said === 'removed' ? styles.note : 'visually-hidden'}>
        {(said === 'saved' || said === 'removed') && t(`kept.${said}`)}
      </p>
      {said && said !== 'saved' && said !== 'removed' && <Notice kind="warning">{t(`kept.problem.${said}`, { minutes })}</Notice>}
      {method.cards === undefined && <p className={styles.note}>{t('kept.silent')}</p>}
      <div className={styles.acts}>
        {method.cards !== undefined && cards.length < MOST_SAVED && (
          <Button kind="secondary" small busy={busy} onClick={() => void save()}>
            {t('kept.save')}
          </Button>
        )}
        {chosen && (
          <Button kind="quiet" small onClick={() => setRemoving(chosen)}>
            {t('kept.remove')}
          </Button>
        )}
      </div>
      <Dialog open={step !== null} insistent title={t('kept.save.title')} closeLabel={t('kept.close')} onClose={() => void saved()}>
        <p>{t('kept.save.text', { name: method.name })}</p>
        {step && <SavingFrame step={step} onOver={() => void saved()} />}
      </Dialog>
      <Dialog
        open={removing !== null}
        title={t('kept.remove.title')}
        closeLabel={t('kept.close')}
        onClose={() => setRemoving(null)}
        actions={
          <>
            <Button kind="secondary" onClick={() => setRemoving(null)}>
              {t('kept.remove.not')}
            </Button>
            <Button kind="danger" busy={busy} onClick={() => void remove()}>
              {t('kept.remove')}
            </Button>
          </>
        }
      >
        {removing && <p>{t('kept.remove.text', { card: removing.label })}</p>}
      </Dialog>
    </div>
  );
}

interface SavingFrameProps {
  readonly step: { readonly url: string; readonly origin: string };
  readonly onOver: () => void;
}

/** The provider's form. What it says when it is over proves nothing: it makes us look. */
function SavingFrame({ step, onOver }: SavingFrameProps) {
  const { t } = useTranslation(buyTexts);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one form is listened to for as long as it is shown
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== step.origin) return;
      const told = heightIn(data);
      if (told === null) onOver();
      else setHeight(told);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [step]);
  return (
    <iframe
      ref={frame}
      src={step.url}
      title={t('kept.save.form')}
      className={styles.saving}
      style={height === null ? undefined : { height: `${height}px` }}
    />
  );
}

type Options = Pick<FramedCardsProps, 'purchaseId' | 'onChoose' | 'readCards'> & { readonly cards: readonly SavedCard[] };

function useFramedCards({ purchaseId, cards, onChoose, readCards }: Options) {
  const captcha = useCaptcha('payment');
  const [said, setSaid] = useState<Said | null>(null);
  const [minutes, setMinutes] = useState(1);
  const [busy, setBusy] = useState(false);
  const click = useClickKey();
  const [step, setStep] = useState<SavingFrameProps['step'] | null>(null);
  const [removing, setRemoving] = useState<SavedCard | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const closing = useRef(false);

  async function save() {
    setBusy(true);
    setSaid(null);
    try {
      const [{ saveCard }, solved, client] = await Promise.all([import('@butaca/contract/bancard'), captcha.take(), loadClient()]);
      const outcome = await click.keyed(client.call)(saveCard, { params: { purchaseId }, body: { captcha: solved } });
      closing.current = false;
      if (outcome.status === 'ok') return setStep(frameOf(outcome.data.next));
      if (outcome.status === 'refusal' && outcome.failure === 'too_many_attempts')
        setMinutes(Math.ceil(outcome.data.retryAfterSeconds / 60));
      if (isKeyReused(outcome)) return;
      setSaid(outcome.status === 'refusal' ? (problems[outcome.failure] ?? 'failed') : 'failed');
    } catch {
      setSaid('failed');
    } finally {
      setBusy(false);
    }
  }

  /** The form is over or was closed: only the provider's list tells whether there is a new card. */
  async function saved() {
    if (closing.current) return;
    closing.current = true;
    const before = new Set(cards.map(({ id }) => id));
    const now = await readCards();
    const added = now?.find(({ id }) => !before.has(id));
    setStep(null);
    if (added) onChoose(added.id);
    setSaid(added ? 'saved' : 'not saved');
    if (added) status.current?.focus();
  }

  async function remove() {
    if (!removing) return;
    setBusy(true);
    setSaid(null);
    const { deleteCard } = await import('@butaca/contract/bancard');
    const outcome = await (await loadClient()).call(deleteCard, { params: { purchaseId, savedCard: removing.id } });
    const failure = outcome.status === 'refusal' ? outcome.failure : undefined;
    // It is paid with another card only if the buyer says so.
    if (outcome.status === 'ok' || failure === 'not_found') {
      onChoose(null);
      await readCards();
    }
    setBusy(false);
    setRemoving(null);
    setSaid(outcome.status === 'ok' ? 'removed' : failure === 'not_found' ? 'gone' : failure === 'payment_method_down' ? 'down' : 'failed');
    if (outcome.status === 'ok') status.current?.focus();
  }

  return { said, minutes, busy, step, removing, status, setRemoving, save, saved, remove };
}

const problems: Readonly<Record<string, Said>> = {
  payment_method_down: 'down',
  too_many_attempts: 'wait',
  too_many_entries: 'full',
};

const frameOf = ({ url, origin }: NextAction) => (url && origin ? { url, origin } : null);
