import type { LanguageCode } from '@butaca/brand/languages';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { TextArea } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useState } from 'react';
import queueTexts from '../i18n/es/queue.json';
import { settings } from '../settings.ts';
import { turn } from './calls.ts';
import { Problem } from './Problem.tsx';
import styles from './Room.module.css';
import { type OfRoom, useVerb } from './use-room.ts';

const MOST_LETTERS = 300;
/** Nobody counts letters before they run out. */
const COUNTED_FROM = 60;

/** The organiser's word to those who wait, in each language of the brand, and how it looks there. */
export function RoomMessage({ performance, room }: OfRoom) {
  const { t } = useTranslation(queueTexts);
  const { message } = room.knobs;
  const [typed, setTyped] = useState<Partial<Record<LanguageCode, string>>>({});
  const [published, setPublished] = useState(false);
  const { busy, problem, run } = useVerb(performance.id);
  const textIn = (language: LanguageCode) => typed[language] ?? message[language] ?? '';
  const isDirty = settings.locale.languages.some((language) => typedText(textIn(language)) !== (message[language] ?? ''));

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (!isDirty) return;
    const done = await run(
      () => turn(performance.id, { message: { ...message, ...typed } }),
      (answer) => answer,
    );
    if (!done) return;
    setTyped({});
    setPublished(true);
  };

  return (
    <section className={styles.panel} aria-labelledby="message-title">
      <h2 id="message-title">{t('message')}</h2>
      <p className={styles.soft}>{t('message.lead')}</p>
      <form className={styles.form} onSubmit={(event) => void publish(event)}>
        {settings.locale.languages.map((language) => {
          const text = textIn(language);
          const left = MOST_LETTERS - text.length;
          return (
            <div key={language} className={styles.word}>
              <TextArea
                label={t(`message.${language}`)}
                hint={left <= COUNTED_FROM ? t('message.left', { count: left }) : undefined}
                rows={2}
                lang={language}
                maxLength={MOST_LETTERS}
                value={text}
                onChange={(event) => {
                  setPublished(false);
                  setTyped({ ...typed, [language]: event.target.value });
                }}
              />
              {typedText(text) !== '' && (
                <figure className={styles.preview}>
                  <figcaption>{t('message.preview')}</figcaption>
                  <blockquote lang={language}>{text}</blockquote>
                </figure>
              )}
            </div>
          );
        })}
        {isDirty && (
          <div className={styles.apply} data-bar="bottom">
            <Button type="submit" busy={busy}>
              {t(busy ? 'busy' : 'message.publish')}
            </Button>
            <Button kind="secondary" onClick={() => setTyped({})}>
              {t('discard')}
            </Button>
          </div>
        )}
        <div className={styles.live} aria-live="polite">
          {published && <Notice kind="success">{t('message.published')}</Notice>}
        </div>
        {problem && <Problem problem={problem} />}
      </form>
    </section>
  );
}
