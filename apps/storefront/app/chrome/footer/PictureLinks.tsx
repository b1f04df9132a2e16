import { useFrame } from '../../frame/use-frame.ts';
import styles from './PictureLinks.module.css';

interface PictureLink {
  readonly name: string;
  readonly href: string;
  readonly image: string;
}

/** A row of badges or logos from the brand, each a link with its name. */
export function PictureLinks({ label, items }: { label: string; items: readonly PictureLink[] }) {
  const { pictures } = useFrame();
  if (items.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label={label}>
      {items.map(({ name, href, image }) => (
        <li key={image}>
          <a href={href} rel="noopener">
            <img src={pictures[image]} alt={name} height={40} loading="lazy" decoding="async" />
          </a>
        </li>
      ))}
    </ul>
  );
}
