import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import clockTexts from '../../i18n/es/clock.json';
import { currentSession } from '../../session/store.ts';
import { lastPerformance, messageFor, pathAfterMessage } from './exits.ts';
import { purchaseClock, useEmptied, usePurchaseClock } from './purchase-clock.ts';
import { messages } from './timer.ts';

/** Keeps the clock ticking on every page and shows why a purchase has ended (EX-006, EX-007, C-08). */
export function PurchaseWatch() {
  const { t } = useTranslation(clockTexts);
  const { brand } = useFrame();
  const { timer, local } = usePurchaseClock();
  const message = messageFor(timer, local);
  const emptied = useEmptied();
  const navigate = useNavigate();
  const leaving = useRef(false);
  useBoxReset();

  useEffect(() => {
    // A reloaded page asks the server for the purchase's current state (C-02).
    if (currentSession()) void purchaseClock.keepFresh();
  }, []);

  const leave = async () => {
    // Closing calls this twice: from the button and from the dialog itself.
    if (leaving.current) return;
    leaving.current = true;
    const box = timer.type === 'box' || brand.processType === 'BOX';
    const path = pathAfterMessage({ loggedIn: currentSession() !== null, box, lastPath: lastPerformance() });
    await purchaseClock.messageRead();
    leaving.current = false;
    await navigate(path);
  };

  return (
    <Dialog
      open={message !== undefined}
      onClose={() => void leave()}
      // A purchase that goes on in another tab is not cancelled.
      title={t(message === messages.otherTab ? 'elsewhere' : 'Purchase process canceled')}
      message={message === messages.otherTab ? 'elsewhere' : 'Purchase process canceled'}
      closeLabel={t('close')}
      insistent
      actions={
        <>
          {emptied && (
            <Button kind="secondary" onClick={() => void purchaseClock.undoEmptying()}>
              {t('undo')}
            </Button>
          )}
          <Button onClick={() => void leave()}>{t('ok')}</Button>
        </>
      }
    >
      {/* Stored messages are keys of these texts; an unknown one is shown as it is. */}
      <p data-msg={message}>{t((message ?? '') as Parameters<typeof t>[0])}</p>
    </Dialog>
  );
}

/** Links and searches of the bar and its drawer, but not the cart's, which lead to the payment. */
const isOfTheBar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('header :is(a, form), header + dialog a') !== null && !target.closest('[data-cart]');

/** Leaving a box office purchase through the bar resets it (TB-035, TB-036). */
function useBoxReset() {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a') && isOfTheBar(target)) void purchaseClock.resetBox();
    };
    const onSubmit = ({ target }: SubmitEvent) => {
      if (isOfTheBar(target)) void purchaseClock.resetBox();
    };
    document.addEventListener('click', onClick, true);
    document.addEventListener('submit', onSubmit, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('submit', onSubmit, true);
    };
  }, []);
}
