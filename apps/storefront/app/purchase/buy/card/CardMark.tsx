import type { ReactNode } from 'react';
import styles from '../MethodChoice.module.css';

/** A card's brand at a glance, in the size of a method's mark; a plain card where the brand has no drawing. Its name stands beside it. */
export function CardMark({ brand = '' }: { readonly brand?: string | undefined }) {
  const name = keyOf(brand);
  return (
    <svg className={styles.mark} viewBox="0 0 40 28" aria-hidden="true" data-brand={drawings[name] ? name : 'card'}>
      {drawings[name] ?? plain}
    </svg>
  );
}

const word = (text: string, slant: number) => (
  <text
    x="20"
    y="18"
    textAnchor="middle"
    fontSize={text.length > 4 ? 7.5 : 11}
    fontWeight="800"
    fill="currentColor"
    transform={`skewX(${-slant}) translate(${slant / 3} 0)`}
  >
    {text}
  </text>
);

const circles = (first: string, second: string) => (
  <>
    <circle cx="15.5" cy="14" r="7.5" fill={first} />
    <circle cx="24.5" cy="14" r="7.5" fill={second} fillOpacity="0.85" />
  </>
);

const plain = (
  <path
    d="M9 6.5h22a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2zM7 11.5h26M11 17h6"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
  />
);

const drawings: Readonly<Record<string, ReactNode>> = {
  visa: word('VISA', 12),
  mastercard: circles('#d6382d', '#e8a33d'),
  maestro: circles('#2f7dc1', '#d6382d'),
  amex: word('AMEX', 0),
  cabal: word('CABAL', 0),
  diners: word('DINERS', 0),
  naranja: <circle cx="20" cy="14" r="8" fill="#e8772e" />,
  bancard: word('BANCARD', 0),
};

/** The gateway tells our word for a brand, Bancard its name. */
const keyOf = (brand: string): string => {
  const plainName = brand.toLowerCase().replace(/[^a-z]/g, '');
  return plainName.startsWith('american') ? 'amex' : plainName.replace(/(?:club|debito|electron)$/, '');
};
