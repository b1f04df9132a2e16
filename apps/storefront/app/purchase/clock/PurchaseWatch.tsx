import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import clockTexts from '../../i18n/es/clock.json';
import { currentSession } from '../../session/store.ts';
import {
  type Choice,
  chosenBefore,
  endChosen,
  forgetChosen,
  keepChosen,
  paidChosen,
  pressAgain,
  useChosenBefore,
} from './chosen-before.ts';
import { type EndElsewhere, endElsewhere } from './end-elsewhere.tsx';
import { lastPerformance, messageFor, pathAfterMessage } from './exits.ts';
import { purchaseClock, useEmptied, usePurchaseClock } from './purchase-clock.ts';
import { messages } from './timer.ts';

/** Keeps the clock ticking on every page and shows why a purchase has ended (EX-006, EX-007, C-08). */
export function PurchaseWatch() {
  const { t } = useTranslation(clockTexts);
  const { brand } = useFrame();
  const { timer, local } = usePurchaseClock();
  const message = messageFor(timer, local);
  const over = useEndElsewhere(message === messages.otherTab && timer.state === 'reset');
  const box = timer.type === 'box' || brand.processType === 'BOX';
  const again = useAgain(message, box);
  const emptied = useEmptied();
  const navigate = useNavigate();
  const leaving = useRef(false);
  useBoxReset();

  useEffect(() => {
    // A reloaded page asks the server for the purchase's current state (C-02).
    if (currentSession()) void purchaseClock.keepFresh();
  }, []);

  const leaveFor = async (path: string) => {
    // Closing calls this twice: from the button and from the dialog itself.
    if (leaving.current) return;
    leaving.current = true;
    await purchaseClock.messageRead();
    leaving.current = false;
    await navigate(path);
  };
  const leave = () => leaveFor(pathAfterMessage({ loggedIn: currentSession() !== null, box, lastPath: lastPerformance() }));
  const chooseAgain = (choice: Choice) => {
    pressAgain(choice);
    return leaveFor(choice.path);
  };
  const title = over?.stage === 'paid' ? 'paid' : message === messages.otherTab ? 'elsewhere' : 'Purchase process canceled';

  return (
    <Dialog
      open={message !== undefined}
      onClose={() => void leave()}
      // A purchase that goes on in another tab is not cancelled.
      title={t(title)}
      message={title}
      closeLabel={t('close')}
      insistent
      actions={
        <>
          {emptied && (
            <Button kind="secondary" onClick={() => void purchaseClock.undoEmptying()}>
              {t('undo')}
            </Button>
          )}
          <Button kind={over || again ? 'secondary' : 'primary'} onClick={() => void leave()}>
            {t('ok')}
          </Button>
          {over && <Button onClick={() => void leaveFor(over.path)}>{t('see.purchase')}</Button>}
          {!over && again && <Button onClick={() => void chooseAgain(again)}>{t('again')}</Button>}
        </>
      }
    >
      {/* Stored messages are keys of these texts; an unknown one is shown as it is. */}
      <p data-msg={message}>{t(over?.stage === 'paid' ? 'paid.text' : ((message ?? '') as Parameters<typeof t>[0]))}</p>
    </Dialog>
  );
}

/** The performance whose places this tab had last and can ask for again: after its time, or in a tab that was left for another one. */
function useAgain(message: string | undefined, box: boolean): Choice | undefined {
  const { purchase } = usePurchaseClock();
  const { running, ended } = useChosenBefore();
  const hasExpired = message === messages.expired;
  // Given back by hand, or left by a person who logged out.
  const isGivenUp = message !== undefined && !hasExpired && message !== messages.otherTab;

  useEffect(() => {
    if (purchase) keepChosen(purchase);
    else if (hasExpired) endChosen();
    else if (isGivenUp) forgetChosen();
    else if (purchaseClock.isPaidHere(chosenBefore().purchaseId ?? '')) paidChosen();
  }, [purchase, hasExpired, isGivenUp]);

  if (box || !currentSession()) return undefined;
  return message === messages.otherTab || hasExpired ? (running[0] ?? ended[0]) : undefined;
}

/** Of a purchase that another tab took over: how it ended there, once it has. */
function useEndElsewhere(isOver: boolean): EndElsewhere | null {
  const { purchaseId } = useChosenBefore();
  const [end, setEnd] = useState<EndElsewhere | null>(null);
  useEffect(() => {
    if (!isOver || purchaseId === undefined) return;
    // How another purchase ended says nothing of this one.
    setEnd(null);
    let gone = false;
    void endElsewhere(purchaseId).then((found) => {
      if (gone || !found) return;
      forgetChosen();
      setEnd(found);
    });
    return () => {
      gone = true;
    };
  }, [isOver, purchaseId]);
  return isOver ? end : null;
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
