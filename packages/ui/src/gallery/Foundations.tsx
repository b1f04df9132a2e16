import styles from './Gallery.module.css';
import { Section } from './Section.tsx';

const texts = ['marquee', 'h1', 'h2', 'h3', 'lead', 'text', 'small'] as const;
const titles: ReadonlySet<string> = new Set(['marquee', 'h1', 'h2', 'h3']);
const grounds = [
  'paper',
  'surface',
  'sunken',
  'empty',
  'accent',
  'inverse',
  'info-ground',
  'success-ground',
  'warning-ground',
  'danger-ground',
];

/** The type scale and the background colours of the current theme. */
export function Foundations() {
  return (
    <>
      <Section title="Letra">
        <ul className={styles.scale}>
          {texts.map((size) => (
            <li key={size} className={titles.has(size) ? styles.titleFace : ''} style={{ fontSize: `var(--size-${size})` }}>
              Función de gala, 21 h <small className={styles.name}>{size}</small>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Color">
        {grounds.map((ground) => (
          <figure key={ground} className={styles.swatch}>
            <div className={styles.colour} style={{ background: `var(--${ground})` }} />
            <figcaption className={styles.name}>{ground}</figcaption>
          </figure>
        ))}
      </Section>
    </>
  );
}
