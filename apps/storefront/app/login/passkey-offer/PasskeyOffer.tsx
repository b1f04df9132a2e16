import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import loginTexts from '../../i18n/es/login.json';
import { pathTo } from '../../paths.ts';
import { declineOffer } from './offer.ts';
import styles from './PasskeyOffer.module.css';

interface PasskeyOfferProps {
  /** Where the person comes back to when the session has ended meanwhile. */
  readonly next: string;
  readonly onEnd: () => void;
  /** Above a page, and not inside one. */
  readonly inFrame?: boolean;
}

type State = 'offered' | 'busy' | 'added' | 'not-added' | 'no_answer';

/** Offers a passkey on this device; said once, and quiet for a while after "ahora no". */
export default function PasskeyOffer({ next, onEnd, inFrame = false }: PasskeyOfferProps) {
  const { t } = useTranslation(loginTexts);
  const navigate = useNavigate();
  const [state, setState] = useState<State>('offered');
  const title = useRef<HTMLHeadingElement>(null);

  const add = async () => {
    setState('busy');
    const outcome = await import('../../account/security/passkeys.ts').then(
      ({ addPasskey }) => addPasskey(),
      () => 'not-loaded' as const,
    );
    if (outcome !== null && outcome !== 'not-loaded' && outcome.status === 'log-in') return navigate(pathTo('login', {}, { next }));
    const isAdded = outcome !== null && outcome !== 'not-loaded' && outcome.status === 'done';
    const isUnanswered =
      outcome === 'not-loaded' || (outcome?.status === 'problem' && (outcome.problem === 'no_answer' || outcome.problem === 'busy'));
    setState(isAdded ? 'added' : isUnanswered ? 'no_answer' : 'not-added');
    // The buttons have changed.
    title.current?.focus();
  };

  const decline = () => {
    declineOffer();
    onEnd();
  };

  const isOver = state === 'added';
  return (
    <section className={inFrame ? styles.inFrame : styles.offer} aria-labelledby="passkey-offer">
      <div className={styles.words}>
        <h2 id="passkey-offer" ref={title} tabIndex={-1}>
          {t(isOver ? 'offer.added' : 'offer.title')}
        </h2>
        <p>{t(isOver ? 'offer.added.text' : 'offer.text')}</p>
        {(state === 'not-added' || state === 'no_answer') && <p role="alert">{t(`offer.${state}`)}</p>}
      </div>
      <div className={styles.actions}>
        {isOver ? (
          <Button kind="secondary" small onClick={onEnd}>
            {t('offer.close')}
          </Button>
        ) : (
          <>
            <Button kind="secondary" small busy={state === 'busy'} onClick={() => void add()}>
              {t(state === 'not-added' || state === 'no_answer' ? 'offer.again' : 'offer.add')}
            </Button>
            <Button kind="quiet" small onClick={decline}>
              {t('offer.later')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
