import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import accountTexts from '../../i18n/es/account.json';
import { AccountShell } from '../AccountShell.tsx';
import { readAccount } from '../read-account.ts';
import type { Route } from './+types/route';
import { OwnDataScreen } from './OwnDataScreen.tsx';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readAccount(request);

export function HydrateFallback() {
  const { t } = useTranslation(accountTexts);
  return <AccountShell title={t('data.title')} />;
}

/** one's own data. */
export default function MyData({ loaderData }: Route.ComponentProps) {
  return <OwnDataScreen customer={loaderData} />;
}
