import { usePurchasePresence } from './stored-timer.ts';
import { useFrame } from './use-frame.ts';

/** Decided by the running purchase, else by the deployment (C-09). */
export function useProcessType(): 'CART' | 'BOX' {
  const { processType } = useFrame().brand;
  const presence = usePurchasePresence();
  return presence === 'box' ? 'BOX' : presence === 'cart' ? 'CART' : processType;
}
