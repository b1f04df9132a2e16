import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import { TransportFailure } from '../calls/transport-failure.ts';
import { SearchBox } from '../chrome/top-bar/SearchBox.tsx';
import frameTexts from '../i18n/es/frame.json';
import { isVenueAddress } from '../paths.ts';
import { Statement } from './Statement.tsx';

/** Shown in place of a page that failed, with the next step. */
export function PageFault({ error }: { error: unknown }) {
  const { t } = useTranslation(frameTexts);
  const { revalidate, state } = useRevalidator();
  const { pathname } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;

  if (isMissingPiece(error)) {
    return (
      <Statement title={t('fault.piece.title')} text={t('fault.piece.text')}>
        <Button onClick={() => window.location.reload()}>{t('fault.reload')}</Button>
      </Statement>
    );
  }
  const [title, text] =
    error instanceof TransportFailure
      ? [t('fault.line.title'), t('attention.text')]
      : [t(`fault.${pageAt(pathname)}.title`), t('fault.page.text')];
  return (
    <Statement title={title} text={text}>
      <Button busy={state === 'loading'} onClick={() => void revalidate()}>
        {t('fault.retry')}
      </Button>
    </Statement>
  );
}

/** Which page failed, by its address, so that the title says what could not be shown. */
function pageAt(pathname: string): 'billboard' | 'landing' | 'search' | 'venue' | 'page' {
  const [first = '', second = ''] = pathname.toLowerCase().split('/').slice(1);
  if (first === '') return 'billboard';
  if (first === 'landing') return 'landing';
  if (first === 'advancedsearch') return 'search';
  return first === 'establecimiento' || isVenueAddress(first, second) ? 'venue' : 'page';
}

/** Whether a chunk of the program, or its style sheet, did not load, by the message of each browser and of Vite's loader (ER-024). */
const isMissingPiece = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|loading chunk|unable to preload css/i.test(error.message);

/** S-44. */
export function NotFound() {
  const { t } = useTranslation(frameTexts);
  return (
    <Statement mark="404" title={t('not-found.title')} text={t('not-found.text')}>
      <SearchBox id="search-not-found" />
    </Statement>
  );
}
