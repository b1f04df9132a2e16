import { dateText } from '@butaca/brand/dates';
import type { Customer } from '@butaca/contract';
import { Field, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { countryName } from '../../countries/country-name.ts';
import { useFrame } from '../../frame/use-frame.ts';
import accountTexts from '../../i18n/es/account.json';
import loginTexts from '../../i18n/es/login.json';
import { PersonFields } from '../../login/sign-up/PersonFields.tsx';
import { pathTo } from '../../paths.ts';
import { AccountPage } from '../AccountPage.tsx';
import styles from '../EntryList.module.css';
import { EmailSection } from '../mailbox/EmailSection.tsx';
import { ReadFailed } from '../ReadFailed.tsx';
import { OwnDataForm } from './OwnDataForm.tsx';
import { missingIn } from './own-data.ts';

/** S-20: one's own data, to change or, where the deployment keeps them (RO-027), to read. Null when they could not be read. */
export function OwnDataScreen({ customer: read }: { customer: Customer | null }) {
  const { t } = useTranslation(accountTexts);
  const { editOwnData } = useFrame().brand.flags;
  const [customer, setCustomer] = useState(read);
  return (
    <AccountPage title={t('data.title')}>
      {customer === null ? (
        <ReadFailed title={t('data.failed')} />
      ) : (
        <>
          {missingIn(customer).length > 0 && (
            <Notice kind="info">
              {t('data.missing')} <Link to={pathTo('additionalData', {}, { next: pathTo('myData', {}) })}>{t('data.complete')}</Link>
            </Notice>
          )}
          {editOwnData ? (
            <OwnDataForm label={t('data.title')} onSaved={setCustomer} saved={t('data.saved')}>
              {(problems, recheck) => (
                <>
                  <FieldGrid>
                    <PersonFields problems={problems} onCorrected={recheck} known={customer} />
                    <EmailField email={customer.email} />
                  </FieldGrid>
                  <PhoneLine phones={customer.phones} />
                </>
              )}
            </OwnDataForm>
          ) : (
            <div className={styles.form}>
              <p className={styles.soft}>{t('data.fixed')}</p>
              <FieldGrid>
                <FixedFields customer={customer} />
                <EmailField email={customer.email} />
              </FieldGrid>
              <PhoneLine phones={customer.phones} />
            </div>
          )}
          <EmailSection
            email={customer.email}
            onChanged={(email) => setCustomer({ ...customer, email, isEmailConfirmed: true, undelivered: undefined })}
          />
        </>
      )}
    </AccountPage>
  );
}

/** The data as text that can be read and copied, and not be changed. */
function FixedFields({ customer }: { customer: Customer }) {
  const { t } = useTranslation(loginTexts);
  const { language } = useFrame().brand.locale;
  const { firstName, lastName, gender, birthday, country, documentType, documentNumber } = customer;
  // A day of the calendar, the same in every time zone.
  const day = birthday && dateText(Date.parse(birthday), { language, timeZone: 'UTC' }, { dateStyle: 'long' });
  const facts = [
    [t('firstName'), firstName],
    [t('lastName'), lastName],
    [t('gender'), gender && t(`gender.${gender}`)],
    [t('birthday'), day],
    [t('country'), countryName(country, language)],
    [t('documentType'), documentType && t(`documentType.${documentType}`)],
    [t('documentNumber'), documentNumber],
  ] as const;
  return facts.map(([label, value]) => value && <Field key={label} label={label} value={value} readOnly />);
}

function EmailField({ email }: { email: string }) {
  const { t } = useTranslation(accountTexts);
  return <Field type="email" label={t('email')} hint={t('email.hint')} value={email} readOnly />;
}

function PhoneLine({ phones: [first] }: Pick<Customer, 'phones'>) {
  const { t } = useTranslation(accountTexts);
  return (
    <p className={styles.soft}>
      {first ? t('data.phone', { number: first.written }) : t('data.no-phone')} <Link to={pathTo('myPhone', {})}>{t('phone.title')}</Link>
    </p>
  );
}
