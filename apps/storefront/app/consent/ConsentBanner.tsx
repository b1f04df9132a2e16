import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useId } from 'react';
import { Link, useMatches } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import consentTexts from '../i18n/es/consent.json';
import { paths, pathTo, type RouteName } from '../paths.ts';
import styles from './ConsentBanner.module.css';
import { answerConsent, useConsent } from './consent.ts';

/** Where somebody buys, logs in or sees to their account nothing lies over the page. */
const quiet: ReadonlySet<string> = new Set<RouteName>([
  'login',
  'loginLink',
  'loginRedirect',
  'signUp',
  'recoverPassword',
  'linkPago',
  'payConfirmLinkPago',
  'notMe',
  'newsletterConfirm',
  'newsletterLeave',
  'privacyPolicies',
]);
const isQuiet = (id: string) => quiet.has(id) || (Object.hasOwn(paths, id) && 'login' in paths[id as RouteName]);

/** Asks once whether others may be told of the visit; both answers are one tap away and weigh the same. */
export default function ConsentBanner() {
  const { t } = useTranslation(consentTexts);
  const { brand } = useFrame();
  const consent = useConsent();
  const titleId = useId();
  const matches = useMatches();
  if (consent !== 'open' || matches.some(({ id }) => isQuiet(id))) return null;
  return (
    <section className={`${styles.banner} screen-only`} aria-labelledby={titleId} data-msg="consent">
      <div className={styles.text}>
        <h2 id={titleId} className={styles.title}>
          {t('title')}
        </h2>
        <p>
          {t('text')} <Link to={pathTo('privacyPolicies', {})}>{t('more')}</Link>
        </p>
      </div>
      <div className={styles.answers}>
        <Button kind="secondary" onClick={() => answerConsent('refused', brand)}>
          {t('refuse')}
        </Button>
        <Button kind="secondary" onClick={() => answerConsent('given', brand)}>
          {t('accept')}
        </Button>
      </div>
    </section>
  );
}
