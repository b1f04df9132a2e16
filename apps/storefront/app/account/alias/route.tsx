import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { redirect, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { readCallSettings } from '../../calls/settings.ts';
import accountTexts from '../../i18n/es/account.json';
import { pathTo } from '../../paths.ts';
import { currentSession } from '../../session/store.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { type AccountProblem, accountOutcome, type FieldRefusal } from '../account-outcome.ts';
import styles from '../EntryList.module.css';
import { ReadFailed } from '../ReadFailed.tsx';
import { readAccount } from '../read-account.ts';
import { useAccountForm } from '../use-account-form.ts';
import type { Route } from './+types/route';

/** Of those who have one at the external login; for everybody else there is no such page (TB-028). */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (!readCallSettings().externalLogin || !currentSession()?.user.hasAlias) throw redirect(pathTo('cartelera', {}));
  return readAccount(request);
}

export function HydrateFallback() {
  const { t } = useTranslation(accountTexts);
  return <AccountShell title={t('alias.title')} />;
}

/** what the customer is called. */
export default function MyAlias({ loaderData: customer }: Route.ComponentProps) {
  const { t } = useTranslation(accountTexts);
  return (
    <AccountPage title={t('alias.title')}>
      {customer ? <AliasForm alias={customer.alias ?? ''} /> : <ReadFailed title={t('alias.failed')} />}
    </AccountPage>
  );
}

const LONGEST = 40;
const fieldsByWireName = new Map([['cAlias', 'alias'] as const]);

const checkAlias = (form: FormData): { alias?: 'missing' | 'too_long' } => {
  const alias = typedText(String(form.get('alias') ?? ''));
  return alias === '' ? { alias: 'missing' } : alias.length > LONGEST ? { alias: 'too_long' } : {};
};

function AliasForm({ alias }: { alias: string }) {
  const { t } = useTranslation(accountTexts);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<AccountProblem | null>(null);
  const [refused, setRefused] = useState<readonly FieldRefusal[]>([]);
  const status = useRef<HTMLParagraphElement>(null);

  const save = async (typed: string) => {
    setBusy(true);
    setSaved(false);
    setProblem(null);
    const [{ changeCustomer }, client] = await Promise.all([import('@butaca/contract/account'), loadClient()]);
    const outcome = accountOutcome(await client.call(changeCustomer, { body: { alias: typed } }));
    setBusy(false);
    if (outcome.status === 'log-in') return navigate(pathTo('login', {}, { next: pathTo('myAlias', {}) }));
    if (outcome.status === 'fields') return setRefused(outcome.fields);
    if (outcome.status === 'problem') return setProblem(outcome.problem);
    setSaved(true);
  };

  const { problems, form } = useAccountForm<'alias'>({
    name: 'alias',
    busy,
    refused,
    fieldsByWireName,
    order: ['alias'],
    check: checkAlias,
    onSave: (given) => void save(typedText(String(given.get('alias')))),
  });

  useEffect(() => {
    if (isSaved) status.current?.focus();
  }, [isSaved]);

  return (
    <form {...form} className={styles.form} aria-label={t('alias.title')}>
      {problem && <Notice kind="error">{t(problem === 'full' ? 'problem.other' : `problem.${problem}`)}</Notice>}
      <Field
        enterKeyHint="done"
        name="alias"
        label={t('alias')}
        hint={t('alias.hint')}
        defaultValue={alias}
        maxLength={LONGEST}
        autoComplete="nickname"
        error={problems.alias && t(reasonKey(problems.alias))}
        required
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy}>
          {busy ? t('saving') : t('save')}
        </Button>
        <p ref={status} tabIndex={-1} role="status" className={styles.soft}>
          {isSaved && t('alias.saved')}
        </p>
      </div>
    </form>
  );
}

const reasonKey = (reason: string) =>
  reason === 'missing' || reason === 'too_long' ? (`field.${reason}` as const) : ('field.invalid' as const);
