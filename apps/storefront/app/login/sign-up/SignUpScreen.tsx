import { Link, useNavigate } from 'react-router';
import { notify } from '../../frame/notices.ts';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { loginTexts } from '../texts.ts';
import { useNext } from '../next.ts';
import { SignUpFields } from './SignUpFields.tsx';
import styles from './SignUpScreen.module.css';

/** S-15; afterwards to login, with a notice and where the visitor was going. */
export function SignUpScreen() {
  const { t } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const { asked } = useNext();
  const navigate = useNavigate();

  const done = (email: string) => {
    notify({ key: 'signed-up' });
    void navigate(pathTo('login', {}, { next: asked }), { state: { email } });
  };

  return (
    <main id="main" className={styles.signUp}>
      <title>{`${t('sign-up.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('sign-up.title')}</h1>
      <p className={styles.lead}>
        {t('sign-up.lead')} <Link to={pathTo('login', {}, { next: asked })}>{t('log-in.submit')}</Link>
      </p>
      <SignUpFields onDone={done} />
    </main>
  );
}
