import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../frame/use-frame.ts';
import consentTexts from '../i18n/es/consent.json';
import styles from './ConsentSettings.module.css';
import { answerConsent, askedHosts, useConsent } from './consent.ts';

/** On the page about privacy: the same question as the banner's, so that an answer can be changed; nothing where there is nothing to ask for. */
export function ConsentSettings() {
  const { t } = useTranslation(consentTexts);
  const { brand } = useFrame();
  const consent = useConsent();
  const hosts = askedHosts(brand).map((origin) => new URL(origin).host);
  if (hosts.length === 0) return null;
  return (
    <section className={styles.settings} data-msg="consent.settings">
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <p>{t('hosts', { hosts: hosts.join(', ') })}</p>
      <RadioGroup
        name="consent"
        legend={t('legend')}
        options={[
          { value: 'refused', title: t('refuse.long') },
          { value: 'given', title: t('accept.long') },
        ]}
        chosen={consent === 'open' ? undefined : consent}
        onChoose={(answer) => answerConsent(answer === 'given' ? 'given' : 'refused', brand)}
      />
    </section>
  );
}
