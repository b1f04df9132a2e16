import { alertPages, newsletterPages } from '@butaca/contract/pages';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loadClient } from '../calls/load-client.ts';
import { useFrame } from '../frame/use-frame.ts';
import { useHydrated } from '../frame/use-hydrated.ts';
import newsletterTexts from '../i18n/es/newsletter.json';
import { pathTo, queryNames } from '../paths.ts';
import styles from './LinkScreen.module.css';

type State = 'asked' | 'busy' | 'done' | 'over' | 'failed';

/** What the links of the newsletter's mails and of alerts open: one button. Programs that look at mails before their reader open pages and press nothing. */
export default function LinkScreen() {
  const { t } = useTranslation(newsletterTexts);
  const { brand } = useFrame();
  const { pathname } = useLocation();
  const { subject, purpose } = linkOf(pathname);
  const isHydrated = useHydrated();
  const [state, setState] = useState<State>('asked');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (state === 'done' || state === 'over') heading.current?.focus();
  }, [state]);

  const follow = async () => {
    setState('busy');
    setState(await followLink({ subject, purpose }, new URLSearchParams(window.location.search).get(queryNames.link) ?? ''));
  };

  const isOpen = state === 'asked' || state === 'busy' || state === 'failed';
  const words = subject === 'alert' ? (`alert.${purpose}` as const) : purpose;
  const title = t(state === 'over' ? 'link.over' : `${words}.${state === 'done' ? 'done' : 'title'}`, { brand: brand.name });
  return (
    <main id="main" className={styles.page} data-msg={`${words}.${state}`}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {state === 'failed' && <Notice kind="error">{t('link.failed')}</Notice>}
      <p className={styles.lead}>
        {t(state === 'over' ? `${words}.over.text` : `${words}.${state === 'done' ? 'done.text' : 'text'}`, { brand: brand.name })}
      </p>
      {isOpen ? (
        <Button wide busy={state === 'busy'} disabled={!isHydrated} onClick={() => void follow()}>
          {t(state === 'busy' ? 'link.busy' : `${words}.submit`)}
        </Button>
      ) : (
        <LinkButton as={Link} to={pathTo('cartelera', {})}>
          {t('to-billboard')}
        </LinkButton>
      )}
      <noscript>{t('needs-script')}</noscript>
    </main>
  );
}

/** As far as a browser can tell; the rest of it was lost on the way. */
const LINK = /^[\w.-]{1,200}$/;

interface MailedLink {
  readonly subject: 'newsletter' | 'alert';
  readonly purpose: 'confirm' | 'leave';
}

function linkOf(pathname: string): MailedLink {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  const isAlert = path === alertPages.confirm || path === alertPages.leave;
  return {
    subject: isAlert ? 'alert' : 'newsletter',
    purpose: path === alertPages.leave || path === newsletterPages.leave ? 'leave' : 'confirm',
  };
}

const callOf = async ({ subject, purpose }: MailedLink) => {
  if (subject === 'alert') {
    const { confirmAlert, leaveAlert } = await import('@butaca/contract/show-alert');
    return purpose === 'leave' ? leaveAlert : confirmAlert;
  }
  const { confirmSubscription, leaveNewsletter } = await import('@butaca/contract/newsletter');
  return purpose === 'leave' ? leaveNewsletter : confirmSubscription;
};

async function followLink(mailed: MailedLink, link: string): Promise<State> {
  if (!LINK.test(link)) return 'over';
  try {
    const [call, client] = await Promise.all([callOf(mailed), loadClient()]);
    // Told on this page, so that a failure opens no dialog and leads nowhere.
    const outcome = await client.call(call, { body: { link } }, { purpose: 'background' });
    if (outcome.status === 'ok') return 'done';
    const isOver = outcome.status === 'refusal' && (outcome.failure === 'link_over' || outcome.failure === 'invalid_input');
    return isOver ? 'over' : 'failed';
  } catch {
    return 'failed';
  }
}
