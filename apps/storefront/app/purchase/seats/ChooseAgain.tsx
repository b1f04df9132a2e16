import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import buyTexts from '../../i18n/es/buy.json';
import clockTexts from '../../i18n/es/clock.json';
import seatTexts from '../../i18n/es/seats.json';
import { placeName } from '../buy/summary/place-name.ts';
import { type ChosenPlace, declineChosen, pressAgain, takePress, useChosenBefore } from '../clock/chosen-before.ts';
import type { Selection } from '../selection/selection.ts';
import { counted } from './Announcer.tsx';
import styles from './ChooseAgain.module.css';

interface ChooseAgainProps {
  readonly performanceId: number;
  /** Prices and session are known: places can be taken. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly selection: Selection;
}

/** What a purchase of this tab had that ended: asked for again where that was pressed on the way here, else offered, for other performances too. */
export function ChooseAgain({ performanceId, ready, busy, selection }: ChooseAgainProps) {
  const { t } = useTranslation(seatTexts);
  const { t: tBuy } = useTranslation(buyTexts);
  const { t: tClock } = useTranslation(clockTexts);
  const { ended } = useChosenBefore();
  const here = ended.find((one) => one.performanceId === performanceId);
  const others = ended.filter((one) => one.performanceId !== performanceId);
  const area = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);

  useEffect(() => {
    if (ready && takePress(performanceId) && here) selection.takeAgain(here.places);
  }, [ready, performanceId, here, selection]);

  // A notice takes the focus with it when it goes; it stays at its place on the page then.
  useEffect(() => {
    if (here) return;
    if (hadFocus.current && document.activeElement === document.body) area.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [here]);

  if (!ready) return null;
  const again = (places: readonly ChosenPlace[]) => {
    hadFocus.current = true;
    selection.takeAgain(places);
  };
  const decline = () => {
    hadFocus.current = true;
    declineChosen(performanceId);
  };
  return (
    <div ref={area} className={styles.again} tabIndex={-1}>
      {here && (
        <Notice
          title={t('over.title')}
          message="choose again"
          actions={
            <>
              <Button busy={busy} onClick={() => again(here.places)}>
                {tClock('again')}
              </Button>
              <Button kind="quiet" onClick={decline}>
                {t('instead.decline')}
              </Button>
            </>
          }
        >
          {t('again.text', { places: counted(here.places.map((place) => placeName(place, tBuy))) })}
        </Notice>
      )}
      {others.map((choice) => (
        <Notice
          key={choice.performanceId}
          message="choose again elsewhere"
          actions={
            <LinkButton as={Link} kind="secondary" to={choice.path} onClick={() => pressAgain(choice)}>
              {tClock('again.named', { show: choice.showName })}
            </LinkButton>
          }
        >
          {t('again.others', { show: choice.showName })}
        </Notice>
      ))}
    </div>
  );
}
