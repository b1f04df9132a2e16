import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { ConsentSettings } from '../consent/ConsentSettings.tsx';
import { PageMeta } from '../frame/PageMeta.tsx';
import frameTexts from '../i18n/es/frame.json';
import { paths } from '../paths.ts';
import type { Route } from './+types/route';
import styles from './Info.module.css';
import { InfoText } from './InfoText.tsx';
import { readInfoPage } from './read-page.ts';

/** With fewer, a page is seen at a glance. */
const PARTS_WITH_CONTENTS = 4;

export const loader = (args: Route.LoaderArgs) => readInfoPage(args);

/** A page of the brand's own text. */
export default function Info({ loaderData: { title, description, path, parts, html } }: Route.ComponentProps) {
  const { t } = useTranslation(frameTexts);
  return (
    <main id="main" className={styles.info}>
      <PageMeta title={title} description={description} path={path} />
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {parts.length >= PARTS_WITH_CONTENTS && (
          <nav className={styles.contents} aria-label={t('info.contents')}>
            <ol>
              {parts.map(({ id, name }) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </div>
      <InfoText html={html} />
      {path === paths.privacyPolicies.path && <ConsentSettings />}
    </main>
  );
}
