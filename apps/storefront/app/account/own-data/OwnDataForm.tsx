import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Customer } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import accountTexts from '../../i18n/es/account.json';
import { checkedFields, type FormProblems, personFormProblems } from '../../login/sign-up/form-problems.ts';
import { pathTo } from '../../paths.ts';
import { renameUser } from '../../session/store.ts';
import type { AccountProblem, FieldRefusal } from '../account-outcome.ts';
import styles from '../EntryList.module.css';
import { useAccountForm } from '../use-account-form.ts';
import { changesOf, fieldsByWireName, type PersonForm, personFormOf, saveOwnData } from './own-data.ts';

interface OwnDataFormProps {
  readonly label: string;
  readonly onSaved: (customer: Customer) => void;
  /** What is told after it was saved; nothing when the page is left. */
  readonly saved?: string;
  readonly children: (problems: FormProblems, recheck: () => void) => ReactNode;
}

/** Asks for some of one's own data and saves what was changed. */
export function OwnDataForm({ label, onSaved, saved, children }: OwnDataFormProps) {
  const { t } = useTranslation(accountTexts);
  const { timeZone } = useFrame().brand.locale;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [before, setBefore] = useState<PersonForm | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [refused, setRefused] = useState<readonly FieldRefusal[]>([]);
  const [isSaved, setSaved] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  const save = async (form: FormData) => {
    const now = personFormOf(form);
    setBusy(true);
    setProblem(null);
    setSaved(false);
    const outcome = await saveOwnData(changesOf(now, before ?? {}));
    setBusy(false);
    if (outcome.status === 'log-in') return navigate(pathTo('login', {}, { next: pathname }));
    if (outcome.status === 'fields') return setRefused(outcome.fields);
    if (outcome.status === 'problem') return setProblem(outcome.problem);
    setBefore(now);
    setChanged(false);
    setSaved(true);
    renameUser({ name: outcome.data.firstName });
    onSaved(outcome.data);
  };

  const { problems, recheck, form } = useAccountForm({
    name: 'own-data',
    busy,
    refused,
    fieldsByWireName,
    order: checkedFields,
    controls: { birthday: 'day' },
    check: (given) => personFormProblems(personFormOf(given), new Intl.DateTimeFormat('sv-SE', { timeZone }).format(serverClock.now())),
    onSave: (given) => void save(given),
  });
  const { ref } = form;

  useEffect(() => {
    if (ref.current) setBefore(personFormOf(new FormData(ref.current)));
  }, [ref]);

  // The button is disabled now, and the focus would be lost with it.
  useEffect(() => {
    if (isSaved) status.current?.focus();
  }, [isSaved]);

  const notice = () => {
    recheck();
    setSaved(false);
    if (ref.current && before) setChanged(Object.keys(changesOf(personFormOf(new FormData(ref.current)), before)).length > 0);
  };

  return (
    <form {...form} className={styles.form} aria-label={label} onInput={notice}>
      {problem && <Notice kind="error">{t(problem === 'full' ? 'problem.other' : `problem.${problem}`)}</Notice>}
      {children(problems, notice)}
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} disabled={!isChanged}>
          {busy ? t('saving') : t('save')}
        </Button>
        <p ref={status} tabIndex={-1} role="status" className={styles.soft}>
          {isSaved && saved}
        </p>
      </div>
    </form>
  );
}
