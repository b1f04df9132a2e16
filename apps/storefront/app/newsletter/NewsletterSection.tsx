import { type ComponentType, useEffect, useRef, useState } from 'react';
import styles from './NewsletterSection.module.css';

/** How far away it may be when the form is loaded. */
const AHEAD = '1200px';

/**
 * The newsletter's form, loaded when somebody scrolls near it, which few of those who visit `/` do; its room is kept. It is not rendered
 * by the server: a part of the page whose program comes that late would hold up every change of the page around it, and it needs a
 * script to be sent.
 */
export function NewsletterSection() {
  const [Form, setForm] = useState<ComponentType | null>(null);
  const slot = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!slot.current) return;
    const watching = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watching.disconnect();
        // Without it the footer is complete too, and keeps no room.
        import('./NewsletterForm.tsx').then(
          (loaded) => setForm(() => loaded.NewsletterForm),
          () => setForm(() => () => null),
        );
      },
      { rootMargin: AHEAD },
    );
    watching.observe(slot.current);
    return () => watching.disconnect();
  }, []);

  return Form ? <Form /> : <div ref={slot} className={styles.slot} />;
}
