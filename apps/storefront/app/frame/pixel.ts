import type { PublicBrand } from '@butaca/brand';
import { useEffect } from 'react';
import { useConsent } from '../consent/consent.ts';
import { useFrame } from './use-frame.ts';

type Pixels = PublicBrand['pixels'];
type EndStage = 'success' | 'failure';
type VisitStage = Exclude<keyof Pixels, EndStage>;

/** The ended payment; the amount in minor units. */
interface Ended {
  readonly stage: EndStage;
  readonly purchaseId: string;
  readonly amount: number | undefined;
}

interface PixelWorld {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly load: (address: string) => void;
}

const KEY = 'butaca.pixels';
/** A browser that has bought more often since then tells of no purchase of so long ago. */
const MOST_REMEMBERED = 50;

/**
 * Gets the brand's address for this outcome, once per purchase and browser (CA-034, CA-035). Where a browser remembers nothing it is
 * not told at all: a reload would tell it again.
 */
export function tellPixel({ pixels, locale }: Pick<PublicBrand, 'pixels' | 'locale'>, ended: Ended, { storage, load }: PixelWorld): void {
  const address = pixels[ended.stage];
  if (!address) return;
  const name = `${ended.stage} ${ended.purchaseId}`;
  try {
    const told: readonly string[] = JSON.parse(storage.getItem(KEY) ?? '[]');
    if (told.includes(name)) return;
    storage.setItem(KEY, JSON.stringify([...told, name].slice(-MOST_REMEMBERED)));
  } catch {
    return;
  }
  const amount = ended.amount === undefined ? '' : String(ended.amount / 100);
  load(address.replaceAll('{amount}', amount).replaceAll('{currency}', locale.currency));
}

/**
 * Without the address of our page, which has the purchase's id in it, and without their cookies. An `Image` would be taken from the
 * browser's memory when the same page is visited again, and the second visit would not be told.
 */
function getAddress(address: string) {
  fetch(address, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', keepalive: true }).catch(
    // What measures is not the visitor's concern.
    () => undefined,
  );
}

/** `stage` is null for an outcome that is no end. */
export function usePixel({ stage, purchaseId, amount }: Omit<Ended, 'stage'> & { readonly stage: EndStage | null }): void {
  const { brand } = useFrame();
  const consent = useConsent();
  useEffect(() => {
    if (stage === null || consent !== 'given') return;
    const world: PixelWorld = {
      storage: { getItem: (key) => localStorage.getItem(key), setItem: (key, value) => localStorage.setItem(key, value) },
      load: getAddress,
    };
    tellPixel(brand, { stage, purchaseId, amount }, world);
  }, [brand, stage, purchaseId, amount, consent]);
}

/** Gets the brand's address once for each visit of a show's page or of the choice of places (CA-032, CA-033); `visited` tells visits apart, and null is none. */
export function useVisitPixel(stage: VisitStage | null, visited: string | number): void {
  const { pixels } = useFrame().brand;
  const isAllowed = useConsent() === 'given';
  const address = isAllowed && stage && pixels[stage];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another show in the same screen is another visit
  useEffect(() => {
    if (address) getAddress(address);
  }, [address, visited]);
}
