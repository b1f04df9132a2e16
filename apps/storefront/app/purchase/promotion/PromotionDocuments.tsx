import { useClickKey } from '@butaca/browser/click-key.ts';
import type { DocumentPromotion, DocumentType, Purchase } from '@butaca/contract';
import { isDocumentOfEntry } from '@butaca/contract/rules/documents';
import { documentProblem } from '@butaca/contract/rules/person';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field, Select } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import loginTexts from '../../i18n/es/login.json';
import promotionTexts from '../../i18n/es/promotions.json';
import { ProblemText } from '../../login/ProblemText.tsx';
import { type Problems, typedInto, useCheckedForm } from '../../login/use-checked-form.ts';
import styles from './Promotion.module.css';
import { reasonText } from './PromotionCode.tsx';

interface PromotionDocumentsProps {
  readonly purchase: Purchase;
  readonly disabled: boolean;
  /** The key that opens the form, at a counter. */
  readonly shortcut?: string;
  /** The purchase as it is with or without documents. */
  readonly onChanged: (purchase: Purchase) => Promise<void>;
}

/** Where the documents of promotions that ask for them are given, one per ticket; nothing where no promotion asks. */
export function PromotionDocuments({ purchase, ...rest }: PromotionDocumentsProps) {
  return purchase.documentPromotions?.map((promotion) => (
    <OfPromotion key={promotion.id} promotion={promotion} purchase={purchase} {...rest} />
  ));
}

type OfPromotionProps = PromotionDocumentsProps & { readonly promotion: DocumentPromotion };

function OfPromotion({ promotion, purchase, disabled, shortcut, onChanged }: OfPromotionProps) {
  const { t } = useTranslation(promotionTexts);
  const money = useMoney();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const click = useClickKey();
  const { id, name, note, ticketCount, documentCount } = promotion;
  const opener = t(documentCount > 0 ? 'documents.change' : 'documents.give');

  const changed = async (now: Purchase) => {
    const saved = (purchase.totals?.total ?? 0) - (now.totals?.total ?? 0);
    setSaid(saved > 0 ? t('code.applied', { amount: money(saved) }) : null);
    setOpen(false);
    await onChanged(now);
  };

  const remove = async () => {
    if (busy) return;
    setBusy(true);
    const [client, { removePromotion }] = await Promise.all([loadClient(), import('@butaca/contract/promotion')]);
    const body = { promotionId: id };
    const outcome = await click.keyed(client.call)(removePromotion, { params: { purchaseId: purchase.id }, body });
    setBusy(false);
    if (outcome.status === 'ok') return changed(outcome.data);
    setSaid(t('code.failed'));
  };

  return (
    <section className={styles.documents} aria-label={name}>
      <p className={styles.name}>{name}</p>
      {note && <p className={styles.note}>{note}</p>}
      <p className={styles.note}>
        {documentCount > 0 ? t('documents.given', { count: documentCount }) : t('documents.ask', { count: ticketCount })}
      </p>
      {isOpen ? (
        <DocumentsForm
          promotion={promotion}
          purchaseId={purchase.id}
          disabled={disabled}
          onGiven={changed}
          onClose={() => setOpen(false)}
        />
      ) : (
        <div className={styles.documentWays}>
          <Button
            kind="secondary"
            small
            disabled={disabled || busy}
            aria-keyshortcuts={shortcut}
            aria-label={t('documents.long', { action: opener, name })}
            onClick={() => {
              setSaid(null);
              setOpen(true);
            }}
          >
            {opener}
          </Button>
          {documentCount > 0 && (
            <button
              type="button"
              className={styles.remove}
              disabled={disabled || busy}
              onClick={() => void remove()}
              aria-label={t('documents.remove.long', { name })}
            >
              {t('documents.remove')}
            </button>
          )}
        </div>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </section>
  );
}

const typeOf = (slot: number) => `documentType-${slot}`;
const numberOf = (slot: number) => `documentNumber-${slot}`;

/** What was typed, by ticket; those left empty are of tickets without the discount. */
const typedDocuments = (form: FormData, slots: readonly number[]) =>
  slots.flatMap((slot) => {
    const documentNumber = typedIdentifier(typedInto(form, numberOf(slot)));
    return documentNumber === '' ? [] : [{ slot, documentType: typedInto(form, typeOf(slot)) as DocumentType, documentNumber }];
  });

interface DocumentsFormProps {
  readonly promotion: DocumentPromotion;
  readonly purchaseId: string;
  readonly disabled: boolean;
  readonly onGiven: (purchase: Purchase) => Promise<void>;
  readonly onClose: () => void;
}

function DocumentsForm({ promotion: { id, ticketCount }, purchaseId, disabled, onGiven, onClose }: DocumentsFormProps) {
  const { t } = useTranslation(promotionTexts);
  const { t: labels } = useTranslation(loginTexts);
  const { people } = useFrame().brand;
  const [failure, setFailure] = useState<string | null>(null);
  const [most, setMost] = useState(1);
  const click = useClickKey();
  const form = useRef<HTMLFormElement>(null);
  const slots = Array.from({ length: ticketCount }, (_, slot) => slot);

  const check = (typed: FormData): Problems<string> => {
    const documents = typedDocuments(typed, slots);
    if (documents.length === 0) return { [numberOf(0)]: 'none' };
    return Object.fromEntries(
      documents.flatMap(({ slot, documentType, documentNumber }) => {
        const reason = documentProblem(documentType, documentNumber);
        return reason ? [[numberOf(slot), reason]] : [];
      }),
    );
  };

  const send = async (typed: FormData): Promise<Problems<string> | undefined> => {
    setFailure(null);
    const given = typedDocuments(typed, slots);
    const documents = given.map(({ slot: _, ...document }) => document);
    const [client, { givePromotionDocuments }] = await Promise.all([loadClient(), import('@butaca/contract/promotion')]);
    const input = { params: { purchaseId }, body: { promotionId: id, documents } };
    const outcome = await click.keyed(client.call)(givePromotionDocuments, input);
    if (outcome.status === 'ok') return void (await onGiven(outcome.data));
    const refusal = outcome.status === 'refusal' ? outcome : undefined;
    /** `listaDocumento.0.cDocumento`: the first of those that were sent. */
    const fieldOf = (wire: string) => {
      const { slot = 0 } = given[Number(wire.split('.')[1])] ?? {};
      return wire.endsWith('cTipoDeDocumento') ? typeOf(slot) : numberOf(slot);
    };
    if (refusal?.failure === 'invalid_input')
      return Object.fromEntries(refusal.data.fields.map(({ name, reason }) => [fieldOf(name), reason]));
    if (refusal?.failure === 'document_refused') {
      setMost(refusal.data.most);
      return { [fieldOf(refusal.data.field)]: refusal.data.reason };
    }
    if (refusal?.failure === 'promotion_refused') setFailure(reasonText(refusal.data, t));
    else if (refusal?.failure === 'too_many_attempts') setFailure(t('documents.wait', { count: refusal.data.retryAfterSeconds }));
    else setFailure(t('code.failed'));
    return undefined;
  };

  const order = slots.flatMap((slot) => [typeOf(slot), numberOf(slot)]);
  const { problems, busy, submit, recheck } = useCheckedForm<string>({ order, check, send });
  const errorOf = (field: string): ReactNode => {
    const reason = problems[field];
    if (reason === undefined) return undefined;
    if (reason === 'none') return t('documents.missing');
    if (reason === 'used_up') return t('documents.used_up', { count: most });
    if (reason === 'in_use' || reason === 'surplus') return t(`documents.${reason}`);
    return <ProblemText field={field.split('-')[0] ?? field} reason={reason} />;
  };

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  return (
    <form ref={form} className={styles.documentForm} method="post" noValidate onSubmit={(event) => void submit(event)} onInput={recheck}>
      {failure && <Notice kind="error">{failure}</Notice>}
      {slots.map((slot) => (
        <fieldset key={slot} className={styles.document}>
          {ticketCount > 1 && <legend>{t('documents.ticket', { turn: slot + 1 })}</legend>}
          <Select name={typeOf(slot)} label={labels('documentType')} error={errorOf(typeOf(slot))}>
            {people.documentTypes.filter(isDocumentOfEntry).map((type) => (
              <option key={type} value={type}>
                {labels(`documentType.${type}`)}
              </option>
            ))}
          </Select>
          <Field
            enterKeyHint="done"
            name={numberOf(slot)}
            label={labels('documentNumber')}
            maxLength={24}
            autoComplete="off"
            error={errorOf(numberOf(slot))}
          />
        </fieldset>
      ))}
      <p className={styles.note}>{t(ticketCount > 1 ? 'documents.hint' : 'documents.hint.one')}</p>
      <div className={styles.documentWays}>
        <Button type="submit" small busy={busy} disabled={disabled}>
          {t('documents.apply')}
        </Button>
        <Button kind="quiet" small onClick={onClose}>
          {t('documents.cancel')}
        </Button>
      </div>
    </form>
  );
}
