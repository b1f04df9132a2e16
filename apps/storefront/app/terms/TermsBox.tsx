import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame } from '../frame/use-frame.ts';
import termsTexts from '../i18n/es/terms.json';
import { pathTo } from '../paths.ts';
import styles from './TermsBox.module.css';

interface TermsBoxProps {
  readonly isMissing: boolean;
  /** They were accepted on this page for the same payment. */
  readonly isTicked?: boolean | undefined;
}

/** The unticked box of the terms: before every payment, and before signing up where the deployment asks for it (C-14, VA-034, FL-019). */
export function TermsBox({ isMissing, isTicked = false }: TermsBoxProps) {
  const { t } = useTranslation(termsTexts);
  const linkStandsInLabel = useFrame().brand.chrome.terms === 2;
  // In another tab: leaving this one would lose what was typed.
  const link = (
    <a href={pathTo('termsAndConditions', {})} target="_blank" rel="noopener">
      {t(linkStandsInLabel ? 'link' : 'read')}
    </a>
  );
  return (
    <div>
      <Checkbox
        id="terms"
        name="terms"
        defaultChecked={isTicked}
        label={
          <>
            {t('accept')} {linkStandsInLabel ? link : t('link')}
          </>
        }
        error={isMissing && <TermsMissing />}
        required
      />
      {!linkStandsInLabel && <p className={styles.link}>{link}</p>}
    </div>
  );
}

/** Why nothing was sent. */
export function TermsMissing() {
  const { t } = useTranslation(termsTexts);
  return <span data-msg="You must agree to continue">{t('You must agree to continue')}</span>;
}
