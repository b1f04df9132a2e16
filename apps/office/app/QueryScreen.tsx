import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import officeTexts from './i18n/es/office.json';
import { OfficeBar } from './OfficeBar.tsx';
import orderStyles from './orders/Orders.module.css';
import { settings } from './settings.ts';

interface QueryScreenProps<Data> {
  /** The name of the logged-in user, for the bar. */
  readonly name: string;
  /** Prefix of its text keys. */
  readonly screen: 'money' | 'drawers' | 'bills' | 'mails';
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** A screen for the result of one query: a skeleton while it loads, an error with a retry button, then the data. Its title takes the focus. */
export function QueryScreen<Data>({ name, screen, query, children }: QueryScreenProps<Data>) {
  const { t } = useTranslation(officeTexts);
  const title = useRef<HTMLHeadingElement>(null);
  const { data, isError, isFetching, refetch } = query;

  useEffect(() => title.current?.focus(), []);

  return (
    <>
      <title>{`${t(`${screen}.title`)} · ${t('office')} · ${settings.name}`}</title>
      <OfficeBar name={name} skip={t(`skip.${screen}`)} />
      <main id="main" className={orderStyles.screen}>
        <h1 ref={title} tabIndex={-1} className={orderStyles.title}>
          {t(`${screen}.title`)}
        </h1>
        {isError && (
          <Notice
            kind="error"
            actions={
              <Button kind="secondary" small busy={isFetching} onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            }
          >
            {t('orders.problem.no_answer')}
          </Notice>
        )}
        {data === undefined ? !isError && <Skeleton width="100%" height="12rem" /> : children(data)}
      </main>
    </>
  );
}
