import { PageMeta } from '../frame/PageMeta.tsx';
import { InfoText } from '../info/InfoText.tsx';
import { readInfoPage } from '../info/read-page.ts';
import type { Route } from './+types/route';
import { ContactForm } from './ContactForm.tsx';
import styles from './Support.module.css';

export const loader = (args: Route.LoaderArgs) => readInfoPage(args);

/** S-40: the brand's advice, and the form that writes to support (SC-013). */
export default function Support({ loaderData: { title, description, path, html } }: Route.ComponentProps) {
  return (
    <main id="main" className={styles.page}>
      <PageMeta title={title} description={description} path={path} />
      <div className={styles.advice}>
        <h1 tabIndex={-1}>{title}</h1>
        <InfoText html={html} />
      </div>
      <ContactForm />
    </main>
  );
}
