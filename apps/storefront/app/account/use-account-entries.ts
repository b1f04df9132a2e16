import { type PurchasePresence, usePurchasePresence } from '../frame/stored-timer.ts';
import { useFrame } from '../frame/use-frame.ts';
import { useSession } from '../session/store.ts';
import { accountEntries } from './entries.ts';

/** The account's pages for whoever is logged in; for its menu and for its own navigation. */
export function useAccountEntries() {
  const { brand } = useFrame();
  const presence = usePurchasePresence();
  const { hasAlias = false, role = 'customer' } = useSession()?.user ?? {};
  return accountEntries({ login: brand.login.mode, process: processType(presence, brand.processType), hasAlias, role });
}

/** Decided by the running purchase, else by the deployment (C-09). */
const processType = (presence: PurchasePresence, usual: 'CART' | 'BOX') =>
  presence === 'box' ? 'BOX' : presence === 'cart' ? 'CART' : usual;
