type Catalogue = Readonly<Record<string, string>>;

/** A language with its catalogues by namespace. */
export interface Language {
  readonly name: string;
  readonly catalogues: Readonly<Record<string, Catalogue>>;
}

/**
 * The Spanish texts of one area of the product, `i18n/es/<namespace>.json`. They travel with the code that shows them, because
 * Spanish is also what a missing key falls back to (CO-020); other languages come from `i18n/<language>/<namespace>.json`.
 */
export type Texts = Catalogue & { readonly namespace: string };

/** `shows_one`, `shows_other` are asked for as `shows`. */
type PluralBase<Key> = Key extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : Key;
export type TextKey<Es> = PluralBase<Exclude<keyof Es & string, 'namespace'>>;
type Values = Readonly<Record<string, string | number>>;
export type Translate<Es> = (key: TextKey<Es>, values?: Values) => string;

/**
 * Looks keys up as they are: they are whole English sentences with dots and colons (C-03). `{{name}}` takes a value; a
 * `count` picks the plural form of the language, and `{{wait}}` writes `seconds` in the unit that people wait in. The catalogues' format is i18next's; the library itself would be an
 * eighth of the script that a first visit may load.
 */
export const translate =
  <const Es extends Texts>({ name, catalogues }: Language, es: Es): Translate<Es> =>
  (key, values = {}) => {
    const text = lookUp(catalogues[es.namespace], key, values, name) ?? lookUp(es, key, values, 'es') ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, value: string) =>
      value === 'wait' ? waitText(Number(values.seconds), name) : written(values[value] ?? whole, name),
    );
  };

/** How a language writes and counts; made once, because making them takes longer than a page has. */
interface Numbers {
  readonly format: Intl.NumberFormat;
  readonly plural: Intl.PluralRules;
}
const numbers = new Map<string, Numbers>();

function numbersOf(language: string): Numbers {
  const known = numbers.get(language);
  if (known) return known;
  const made = { format: new Intl.NumberFormat(language, { useGrouping: 'always' }), plural: new Intl.PluralRules(language) };
  numbers.set(language, made);
  return made;
}

/** Numbers are grouped as the language does, from a thousand on. */
const written = (value: string | number, language: string): string =>
  typeof value === 'number' ? numbersOf(language).format.format(value) : value;

/** `45 segundos`, `12 minutos`, `3 horas`: never less than the wait is. */
function waitText(seconds: number, language: string): string {
  const [unit, length] = seconds < 120 ? ['second', 1] : seconds < 120 * 60 ? ['minute', 60] : ['hour', 3600];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / length));
}

function lookUp(catalogue: Catalogue | undefined, key: string, { count }: Values, language: string): string | undefined {
  if (typeof count !== 'number') return catalogue?.[key];
  return catalogue?.[`${key}_${numbersOf(language).plural.select(count)}`] ?? catalogue?.[`${key}_other`] ?? catalogue?.[key];
}
