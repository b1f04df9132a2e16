import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import { useHydrated } from '../../frame/use-hydrated.ts';
import loginTexts from '../../i18n/es/login.json';
import styles from './ExternalEntrance.module.css';
import { goToExternalLogin } from './external-login.ts';

interface ExternalEntranceProps {
  /** Where to go afterwards. */
  readonly next: string;
  /** Beside the own login, not instead of it. */
  readonly second?: boolean;
}

/** The way to the external login, from the pages of one's own. */
export function ExternalEntrance({ next, second = false }: ExternalEntranceProps) {
  const { t } = useTranslation(loginTexts);
  const { external } = useFrame().brand.login;
  const hydrated = useHydrated();
  if (!external) return null;
  const { name } = external;
  return (
    <section className={styles.entrance} aria-label={name}>
      {!second && <p className={styles.lead}>{t('external.lead', { name })}</p>}
      <Button kind={second ? 'secondary' : 'primary'} wide busy={!hydrated} onClick={() => goToExternalLogin(next)}>
        {t('external.enter', { name })}
      </Button>
      <noscript>{t('needs-script')}</noscript>
    </section>
  );
}
