import { useProcessType } from '../frame/process-type.ts';
import { useFrame } from '../frame/use-frame.ts';
import { updateDataAddress } from '../login/external/external-login.ts';
import { useSession } from '../session/store.ts';
import { accountEntries } from './entries.ts';

/** The account's pages for whoever is logged in; for its menu and for its own navigation. */
export function useAccountEntries() {
  const { login } = useFrame().brand;
  const process = useProcessType();
  const session = useSession();
  const { hasAlias = false, role = 'customer', isExternal } = session?.user ?? {};
  // Nobody is logged in while the server renders.
  const updateData = session ? updateDataAddress(login, window.location.origin) : undefined;
  return accountEntries({ login: login.mode, process, hasAlias, role, isExternal, updateData });
}
