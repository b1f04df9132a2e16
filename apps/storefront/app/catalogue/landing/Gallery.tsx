import type { GalleryImage } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ComponentType, type FocusEvent, type MouseEvent, useState } from 'react';
import landingTexts from '../../i18n/es/landing.json';
import styles from './Gallery.module.css';
import type { GalleryDialogProps } from './GalleryDialog.tsx';

/** Chromium leaves a link where it is once 32 px of it show. Under a mouse nothing may move between press and release. */
function bringIntoSight({ currentTarget: link }: FocusEvent<HTMLAnchorElement>) {
  if (link.matches(':focus-visible')) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Further pictures of the show in a row that scrolls sideways; each opens large, and is a link to its file where no script runs. */
export function Gallery({ images }: { images: readonly GalleryImage[] }) {
  const { t } = useTranslation(landingTexts);
  const [Large, setLarge] = useState<{ readonly Dialog: ComponentType<GalleryDialogProps> } | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  if (images.length === 0) return null;

  const open = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    // Another tab, another window, or the file itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    // The dialog gives the focus back to what had it, and Safari focuses no link that is pressed.
    link.focus();
    setShown(index);
    import('./GalleryDialog.tsx').then(
      ({ GalleryDialog }) => setLarge({ Dialog: GalleryDialog }),
      () => window.location.assign(link.href),
    );
  };

  return (
    <section className={styles.gallery} aria-labelledby="gallery">
      <h2 id="gallery">{t('gallery')}</h2>
      <ul className={styles.strip}>
        {images.map((image, index) => (
          <li key={image.url}>
            <a href={image.url} onClick={(event) => open(event, index)} onFocus={bringIntoSight}>
              <Poster image={image} sizes="15rem" />
            </a>
          </li>
        ))}
      </ul>
      {Large && <Large.Dialog images={images} shown={shown} onShow={setShown} />}
    </section>
  );
}
