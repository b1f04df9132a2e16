import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { pathTo } from '../paths.ts';
import styles from './Printing.module.css';

/** False on phones and in headless browsers. */
const showsDocuments = () => navigator.pdfViewerEnabled;

type Printing = ReturnType<typeof usePrinting>;

/**
 * Fetches a document and opens the browser's print dialog on it; a browser that shows no documents keeps it as a file. Printed again, it is
 * fetched again.
 */
export function usePrinting(fetchFile: () => Promise<File | 'failed' | 'said by the frame' | 'log-in'>) {
  const [state, setState] = useState<'idle' | 'fetching' | 'ready' | 'failed'>('idle');
  const [fetched, setFetched] = useState<{ readonly url: string; readonly name: string } | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const file = useRef<HTMLAnchorElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => () => (fetched === null ? undefined : URL.revokeObjectURL(fetched.url)), [fetched]);

  const open = () => {
    if (!showsDocuments()) return file.current?.click();
    const { contentWindow } = frame.current ?? {};
    contentWindow?.focus();
    contentWindow?.print();
  };
  useEffect(() => {
    if (fetched !== null && !showsDocuments()) file.current?.click();
  }, [fetched]);

  const print = async () => {
    if (state === 'fetching') return;
    setState('fetching');
    const found = await fetchFile();
    if (found === 'log-in') return void navigate(pathTo('login', {}, { next: `${pathname}${search}` }));
    if (found === 'said by the frame') return setState(fetched === null ? 'idle' : 'ready');
    setState(found === 'failed' ? 'failed' : 'ready');
    if (found !== 'failed') setFetched({ url: URL.createObjectURL(found), name: found.name });
  };

  const framed = fetched !== null && showsDocuments() ? { ref: frame, src: fetched.url, onLoad: open } : null;
  return { state, fetched, print, file, frame: framed };
}

/** What was fetched, to be opened by hand where no dialog came; and why nothing was. `of` is whose texts they are. */
export function Printed({ of, printing: { state, fetched, file, frame } }: { of: 'print' | 'bill'; printing: Printing }) {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    <>
      {fetched && (
        <p className={styles.open}>
          {t('print.ready')}{' '}
          <a ref={file} href={fetched.url} {...(frame ? { target: '_blank', rel: 'noopener' } : { download: fetched.name })}>
            {t(frame ? `${of}.open` : `${of}.keep`)}
          </a>
        </p>
      )}
      {frame && <iframe {...frame} className={styles.frame} title={t(`${of}.frame`)} tabIndex={-1} aria-hidden="true" />}
      {state === 'failed' && (
        <Notice kind="error" title={t(`${of}.failed.title`)} message="print_failed">
          {t(`${of}.failed.text`)}
        </Notice>
      )}
    </>
  );
}
