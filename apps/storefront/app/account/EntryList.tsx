import { addressBounds } from '@butaca/contract/rules/address';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import accountTexts from '../i18n/es/account.json';
import { pathTo } from '../paths.ts';
import type { AccountOutcome, AccountProblem, FieldRefusal } from './account-outcome.ts';
import styles from './EntryList.module.css';
import { nameOfKeptForm } from './kept-form.ts';
import { ReadFailed } from './ReadFailed.tsx';

interface Entry {
  readonly id: string;
  readonly preferred: boolean;
}

export interface FormProps<E extends Entry, Values> {
  readonly name: string;
  /** Null for a new one. */
  readonly entry: E | null;
  readonly busy: boolean;
  /** Fields that the server refused, by the wire's names. */
  readonly refused: readonly FieldRefusal[];
  /** Keeps what is typed for a reload too. */
  readonly isKeptTyped?: boolean | undefined;
  readonly onSave: (values: Values) => void;
  readonly onCancel: () => void;
}

interface EntryListProps<E extends Entry, Values> {
  readonly kind: 'address' | 'phone';
  /** Null when they could not be read. */
  readonly entries: readonly E[] | null;
  /** What an entry is called in the names of its buttons. */
  readonly nameOf: (entry: E) => string;
  readonly show: (entry: E) => ReactNode;
  readonly form: (given: FormProps<E, Values>) => ReactNode;
  readonly save: (entry: E | null, values: Values) => Promise<AccountOutcome<readonly E[]>>;
  readonly prefer: (entry: E) => Promise<AccountOutcome<readonly E[]>>;
  readonly remove: (entry: E) => Promise<AccountOutcome<readonly E[]>>;
}

type Done = 'saved' | 'removed' | 'preferred';
const ADD = 'add-entry';

/** The addresses or phones of an account: one form at a time, in the place of the entry that it changes. */
export function EntryList<E extends Entry, Values>({
  kind,
  entries: read,
  nameOf,
  show,
  form,
  save,
  prefer,
  remove,
}: EntryListProps<E, Values>) {
  const { t } = useTranslation(accountTexts);
  const { entries, editing, removing, busy, problem, refused, said, status, run, edit, setRemoving } = useEntries(read);
  if (entries === null) return <ReadFailed title={t(`${kind}.failed`)} />;

  const openForm = (entry: E | null) =>
    form({
      name: entry?.id ?? ADD,
      entry,
      busy,
      refused,
      onCancel: () => edit(null),
      onSave: (values) => void run('saved', () => save(entry, values), entry?.id ?? ADD),
    });

  return (
    <>
      <p ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {said && t(`${kind}.${said}`)}
      </p>
      {problem && (
        <Notice kind="error">{t(problem === 'full' ? `${kind}.full` : `problem.${problem}`, { most: addressBounds.mostEntries })}</Notice>
      )}
      {entries.length === 0 && editing === null && (
        <div className={styles.empty}>
          <h2>{t(`${kind}.empty.title`)}</h2>
          <p>{t(`${kind}.empty.text`)}</p>
        </div>
      )}
      {entries.length > 0 && (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              {editing === entry.id ? (
                openForm(entry)
              ) : (
                <>
                  <div className={styles.facts}>
                    {show(entry)}
                    {entry.preferred && <Tag tone="strong">{t('preferred')}</Tag>}
                  </div>
                  <div className={styles.actions}>
                    <Button
                      id={`edit-${entry.id}`}
                      kind="quiet"
                      small
                      aria-label={t('edit.long', { name: nameOf(entry) })}
                      onClick={() => edit(entry.id)}
                    >
                      {t('edit')}
                    </Button>
                    {!entry.preferred && (
                      <Button
                        kind="quiet"
                        small
                        busy={busy}
                        aria-label={t('prefer.long', { name: nameOf(entry) })}
                        onClick={() => void run('preferred', () => prefer(entry), entry.id)}
                      >
                        {t('prefer')}
                      </Button>
                    )}
                    <Button kind="quiet" small aria-label={t('remove.long', { name: nameOf(entry) })} onClick={() => setRemoving(entry)}>
                      {t('remove')}
                    </Button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {editing === ADD ? (
        <section className={styles.entry}>
          <h2 className={styles.formTitle}>{t(`${kind}.new`)}</h2>
          {openForm(null)}
        </section>
      ) : (
        <div>
          {entries.length < addressBounds.mostEntries ? (
            <Button id={`edit-${ADD}`} kind={entries.length === 0 ? 'primary' : 'secondary'} onClick={() => edit(ADD)}>
              {t(`${kind}.add`)}
            </Button>
          ) : (
            <p className={styles.full}>{t(`${kind}.full`, { most: addressBounds.mostEntries })}</p>
          )}
        </div>
      )}
      <Dialog
        open={removing !== null}
        title={t(`${kind}.remove.title`)}
        closeLabel={t('close')}
        onClose={() => setRemoving(null)}
        actions={
          <>
            <Button kind="secondary" onClick={() => setRemoving(null)}>
              {t('keep')}
            </Button>
            <Button kind="danger" busy={busy} onClick={() => removing && void run('removed', () => remove(removing), ADD)}>
              {t('remove')}
            </Button>
          </>
        }
      >
        {removing && <p>{nameOf(removing)}</p>}
      </Dialog>
    </>
  );
}

/** The list as the last answer told it, which entry is being changed, and what became of the last change. */
function useEntries<E extends Entry>(read: readonly E[] | null) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [entries, setEntries] = useState(read);
  // The form that a fault of the server led away from is open again.
  const [editing, setEditing] = useState<string | null>(nameOfKeptForm);
  const [removing, setRemoving] = useState<E | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [refused, setRefused] = useState<readonly FieldRefusal[]>([]);
  const [said, setSaid] = useState<Done | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  /** The entry whose button gets the focus after the next rendering; without a button the message does. */
  const focusNext = useRef<string | null>(null);

  // Where a form or a removed entry was, the focus would be lost. The dialog has closed by now: its effects come first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change that leaves form and dialog alone ends with a message
  useEffect(() => {
    if (focusNext.current === null || editing !== null || removing !== null) return;
    const button = document.getElementById(`edit-${focusNext.current}`);
    (button ?? status.current)?.focus();
    focusNext.current = null;
  }, [editing, removing, said]);

  const edit = (id: string | null) => {
    setProblem(null);
    setRefused([]);
    setSaid(null);
    focusNext.current = id === null ? editing : null;
    setEditing(id);
  };

  const run = async (done: Done, change: () => Promise<AccountOutcome<readonly E[]>>, focus: string) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    setRefused([]);
    setSaid(null);
    const outcome = await change();
    setBusy(false);
    if (outcome.status === 'log-in') return navigate(pathTo('login', {}, { next: pathname }));
    if (outcome.status === 'fields') return setRefused(outcome.fields);
    setRemoving(null);
    if (outcome.status === 'problem') return setProblem(outcome.problem);
    focusNext.current = focus;
    setEntries(outcome.data);
    setSaid(done);
    setEditing(null);
  };

  return { entries, editing, removing, busy, problem, refused, said, status, run, edit, setRemoving };
}
