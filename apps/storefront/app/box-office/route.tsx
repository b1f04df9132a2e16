import { useTranslation } from '../i18n/use-translation.tsx';
import type { Route } from './+types/route';
import { CounterOver } from './CounterOver.tsx';
import { CounterShell } from './CounterShell.tsx';
import { NotACounter } from './NotACounter.tsx';
import { PlacesScreen } from './PlacesScreen.tsx';
import { SaleScreen } from './sale/SaleScreen.tsx';
import { SoldScreen } from './sold/SoldScreen.tsx';
import { StartScreen } from './start/StartScreen.tsx';
import { boxOfficeTexts } from './texts.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return (await import('./open-counter.ts')).openCounter(request);
}

/** The page for everybody: what it shows is read once the browser knows who sells. */
export function HydrateFallback() {
  const { t } = useTranslation(boxOfficeTexts);
  return <CounterShell label={t('loading')} />;
}

/** S-12: the counter from the next in line to the printed tickets; what the server has of the sale picks the screen. */
export default function BuyTicketBox({ loaderData: counter }: Route.ComponentProps) {
  switch (counter.at) {
    case 'start':
      return <StartScreen performances={counter.performances} now={counter.now} />;
    case 'places':
      return <PlacesScreen performance={counter.performance} />;
    case 'sale':
      return <SaleScreen key={counter.purchase.id} purchase={counter.purchase} />;
    case 'sold':
      return <SoldScreen payment={counter.payment} />;
    case 'over':
      return <CounterOver stage={counter.stage} />;
    case 'not-a-counter':
      return <NotACounter />;
  }
}
