import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../frame/use-frame.ts';
import captchaTexts from '../i18n/es/captcha.json';
import styles from './CaptchaNotice.module.css';

/** What reCAPTCHA's terms ask of forms that hide its badge; nothing for other captchas. */
export function CaptchaNotice() {
  const { t } = useTranslation(captchaTexts);
  const { provider, recaptcha } = useFrame().brand.captcha;
  if (provider !== 'recaptcha' || !recaptcha) return null;
  const elsewhere = { target: '_blank', rel: 'noopener' } as const;
  return (
    <p className={styles.notice}>
      {t('protected')}{' '}
      <a href={recaptcha.privacy} {...elsewhere}>
        {t('privacy')}
      </a>
      {'\u00a0· '}
      <a href={recaptcha.terms} {...elsewhere}>
        {t('terms')}
      </a>
    </p>
  );
}
