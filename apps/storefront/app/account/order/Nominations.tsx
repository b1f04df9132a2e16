import { momentText } from '@butaca/brand/dates';
import type { DocumentType, Order, OrderPerformance, Ticket } from '@butaca/contract';
import { nominate, TicketToName } from '@butaca/contract/nomination';
import type { NominationObstacle } from '@butaca/contract/nomination-rule';
import { isDocumentOfEntry } from '@butaca/contract/rules/documents';
import { documentProblem, printedNameProblem } from '@butaca/contract/rules/person';
import { wireNameOf } from '@butaca/contract/wire';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Field, Select } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import loginTexts from '../../i18n/es/login.json';
import orderTexts from '../../i18n/es/order.json';
import { problemTexts } from '../../login/ProblemText.tsx';
import { type Problems, typedInto, useCheckedForm } from '../../login/use-checked-form.ts';
import { pathTo } from '../../paths.ts';
import { placeName } from '../../purchase/buy/summary/place-name.ts';
import styles from './Nominations.module.css';

type Rule = NonNullable<OrderPerformance['nominations']>;

type Refused = NominationObstacle | 'failed';

interface NominationsProps {
  readonly order: Order;
  readonly rule: Rule;
  /** Of one performance. */
  readonly tickets: readonly Ticket[];
}

/** Who enters with each ticket, where the show asks for it (EN-131..134). */
export function Nominations({ order, rule, tickets }: NominationsProps) {
  const { t } = useTranslation(orderTexts);
  const { t: places } = useTranslation(buyTexts);
  const { language, timeZone } = useFrame().brand.locale;
  const [asked, setAsked] = useState<string>();
  const [saved, setSaved] = useState(false);
  // Of the form that is open; it stands here because the form begins anew when the ticket is another one than it knew.
  const [refusal, setRefusal] = useState<Refused>();
  const valid = tickets.filter(({ state }) => state === 'valid');
  const missing = valid.filter(({ nomination }) => !nomination).length;
  if (valid.length === 0) return null;
  const titleId = `names-${valid[0]?.performanceId}`;
  const until = momentText(rule.until, { language, timeZone }, { dateStyle: 'full' });
  const ticket = valid.find(({ id }) => id === asked);
  return (
    <section className={styles.names} aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{t('names.title')}</h3>
        <p>{t(rule.isOpen ? 'names.until' : 'names.closed', { until })}</p>
        {rule.isOpen && missing > 0 && <p className={styles.missing}>{t('names.missing', { count: missing })}</p>}
        {rule.oncePerDocument && rule.isOpen && <p className={styles.soft}>{t('names.once')}</p>}
      </div>
      <ul className={styles.list}>
        {valid.map((each) => (
          <li key={each.id} className={styles.ticket}>
            <span className={styles.who}>
              <span className={styles.soft}>{placeName(each, places)}</span>
              <Named ticket={each} holder={order.holder} />
            </span>
            {rule.isOpen && (
              <Button
                small
                kind="secondary"
                onClick={() => {
                  setSaved(false);
                  setRefusal(undefined);
                  setAsked(each.id);
                }}
              >
                {t(each.nomination ? 'names.change' : 'names.give')}
                <span className="visually-hidden"> {placeName(each, places)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div aria-live="polite">{saved && <Notice kind="success">{t('names.saved')}</Notice>}</div>
      {ticket && (
        <NameDialog
          key={`${ticket.id} ${ticket.nomination?.version ?? 0}`}
          orderId={order.id}
          ticket={ticket}
          refusal={refusal}
          onRefused={setRefusal}
          onClose={() => setAsked(undefined)}
          onSaved={() => {
            setAsked(undefined);
            setSaved(true);
          }}
        />
      )}
    </section>
  );
}

/** Until somebody is named the ticket bears its buyer's name, as it says itself. */
function Named({ ticket: { nomination }, holder }: { ticket: Ticket; holder: string | undefined }) {
  const { t } = useTranslation(orderTexts);
  const { t: names } = useTranslation(loginTexts);
  if (!nomination) return <strong>{holder === undefined ? t('names.none') : t('names.holder', { holder })}</strong>;
  const { firstName, lastName, documentType, documentNumber } = nomination;
  return (
    <>
      <strong>{`${firstName} ${lastName}`}</strong>
      <span>{`${names(`documentType.${documentType}`)} ${documentNumber}`}</span>
    </>
  );
}

const fields = ['firstName', 'lastName', 'documentType', 'documentNumber'] as const;
type NameField = (typeof fields)[number];
const fieldOfWireName = new Map(fields.map((field) => [wireNameOf(TicketToName, field), field]));

const check = (form: FormData): Problems<NameField> => {
  const reasons = {
    firstName: printedNameProblem(typedInto(form, 'firstName')),
    lastName: printedNameProblem(typedInto(form, 'lastName')),
    documentNumber: documentProblem(typedInto(form, 'documentType'), typedInto(form, 'documentNumber')),
  };
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== null));
};

interface NameDialogProps {
  readonly orderId: string;
  readonly ticket: Ticket;
  readonly refusal: Refused | undefined;
  readonly onRefused: (refusal: Refused | undefined) => void;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The four fields of one ticket. What the server refuses stays in the form, and the page shows what is true now. */
function NameDialog({ orderId, ticket, refusal, onRefused, onClose, onSaved }: NameDialogProps) {
  const { t } = useTranslation(orderTexts);
  const { t: labels } = useTranslation(loginTexts);
  const { t: places } = useTranslation(buyTexts);
  const { people } = useFrame().brand;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const formId = `name-of-${ticket.id}`;
  const known = ticket.nomination;

  const send = async (typed: FormData): Promise<Problems<NameField> | undefined> => {
    onRefused(undefined);
    const item = {
      ticketId: ticket.id,
      firstName: typedInto(typed, 'firstName'),
      lastName: typedInto(typed, 'lastName'),
      documentType: typedInto(typed, 'documentType') as DocumentType,
      documentNumber: typedInto(typed, 'documentNumber'),
      version: known?.version,
    };
    const outcome = await (await loadClient()).call(nominate, { params: { orderId }, body: { items: [item] } });
    if (outcome.status === 'ok') {
      await revalidate();
      onSaved();
      return undefined;
    }
    if (outcome.status === 'unauthorised') return void navigate(pathTo('login', {}, { next: pathname }));
    if (outcome.status === 'refusal' && outcome.failure === 'invalid_input') return fieldsOf(outcome.data.fields);
    const reason = outcome.status === 'refusal' && outcome.failure === 'cannot_nominate' ? outcome.data.reason : 'failed';
    onRefused(reason);
    if (reason !== 'duplicate' && reason !== 'failed') await revalidate();
    return reason === 'duplicate' ? { documentNumber: 'duplicate' } : undefined;
  };
  const { problems, busy, submit, recheck } = useCheckedForm<NameField>({ order: fields, check, send });
  const errorOf = problemTexts(problems);

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={t(known ? 'names.dialog.change' : 'names.dialog.give')}
      closeLabel={t('close')}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy}>
            {t(busy ? 'names.saving' : 'names.save')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('names.cancel')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)} onInput={recheck}>
        <p className={styles.soft}>{placeName(ticket, places)}</p>
        {refusal && <Notice kind="error">{t(`names.refused.${refusal}`)}</Notice>}
        <Field
          enterKeyHint="next"
          name="firstName"
          label={labels('firstName')}
          defaultValue={known?.firstName}
          maxLength={80}
          autoComplete="off"
          error={errorOf('firstName')}
          required
        />
        <Field
          enterKeyHint="next"
          name="lastName"
          label={labels('lastName')}
          defaultValue={known?.lastName}
          maxLength={80}
          autoComplete="off"
          error={errorOf('lastName')}
          required
        />
        <Select name="documentType" label={labels('documentType')} defaultValue={known?.documentType} error={errorOf('documentType')}>
          {people.documentTypes.filter(isDocumentOfEntry).map((type) => (
            <option key={type} value={type}>
              {labels(`documentType.${type}`)}
            </option>
          ))}
        </Select>
        <Field
          enterKeyHint="done"
          name="documentNumber"
          label={labels('documentNumber')}
          defaultValue={known?.documentNumber}
          maxLength={24}
          autoComplete="off"
          error={problems.documentNumber === 'duplicate' ? t('names.refused.duplicate') : errorOf('documentNumber')}
          required
        />
      </form>
    </Dialog>
  );
}

/** `Lista.0.cDocumento`: the field of the form behind the name on the wire. */
const fieldsOf = (refused: readonly { readonly name: string; readonly reason: string }[]): Problems<NameField> =>
  Object.fromEntries(
    refused.flatMap(({ name, reason }) => {
      const field = fieldOfWireName.get(name.split('.').at(-1) ?? '');
      return field ? [[field, reason]] : [];
    }),
  );
