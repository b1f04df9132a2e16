import type { Customer } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { FieldGrid } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, useNavigate } from 'react-router';
import { notify } from '../../frame/NoticeArea.tsx';
import accountTexts from '../../i18n/es/account.json';
import { useNext } from '../../login/next.ts';
import { BirthdayFields, DocumentFields, GenderField, PhoneFields } from '../../login/sign-up/PersonFields.tsx';
import { pathTo } from '../../paths.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import styles from '../EntryList.module.css';
import { ReadFailed } from '../ReadFailed.tsx';
import { readAccount } from '../read-account.ts';
import type { Route } from './+types/additional-route';
import { OwnDataForm } from './OwnDataForm.tsx';
import { missingIn } from './own-data.ts';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readAccount(request);

export function HydrateFallback() {
  const { t } = useTranslation(accountTexts);
  return <AccountShell title={t('additional.title')} />;
}

/** what the account does not know yet; afterwards on to where the customer was going. Null when it could not be read. */
export default function AdditionalData({ loaderData: customer }: Route.ComponentProps) {
  const { t } = useTranslation(accountTexts);
  return (
    <AccountPage title={t('additional.title')}>
      {customer === null ? <ReadFailed title={t('data.failed')} /> : <MissingData customer={customer} />}
    </AccountPage>
  );
}

function MissingData({ customer }: { customer: Customer }) {
  const { t } = useTranslation(accountTexts);
  const navigate = useNavigate();
  const next = useNext().asked ?? pathTo('cartelera', {});
  const missing = missingIn(customer);

  if (missing.length === 0) {
    return (
      <div className={styles.empty}>
        <h2>{t('additional.none')}</h2>
        <p>{t('additional.none.text')}</p>
        <div className={styles.buttons}>
          <LinkButton as={Link} to={next}>
            {t('additional.go')}
          </LinkButton>
        </div>
      </div>
    );
  }
  const done = () => {
    notify({ key: 'data-saved', Text: DataSaved });
    void navigate(next, { replace: true });
  };
  return (
    <>
      <p className={styles.soft}>{t('additional.lead')}</p>
      <OwnDataForm label={t('additional.title')} onSaved={done}>
        {(problems) => (
          <FieldGrid>
            {missing.includes('gender') && <GenderField problem={problems.gender} />}
            {missing.includes('birthday') && <BirthdayFields problem={problems.birthday} />}
            {missing.includes('document') && <DocumentFields problems={problems} known={{ country: customer.country }} />}
            {missing.includes('phone') && <PhoneFields problem={problems.phoneNumber} />}
          </FieldGrid>
        )}
      </OwnDataForm>
    </>
  );
}

const DataSaved = () => useTranslation(accountTexts).t('data-saved');
