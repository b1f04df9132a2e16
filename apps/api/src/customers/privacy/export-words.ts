import type { LanguageCode } from '@butaca/brand/languages';
import type { TextKey } from '@butaca/brand/translate';
import { brandName } from '@butaca/contract/rules/card-brands';
import { marketingTextOf } from '@butaca/contract/rules/marketing';
import { exportTexts, textsOf } from '../../texts/index.ts';

type Section = readonly Readonly<Record<string, unknown>>[];
type Sections = Readonly<Record<string, Section>>;

/** Columns whose values are codes of ours, by section; `export.json` has a word for each code. */
export const codedColumns: Readonly<Record<string, readonly string[]>> = {
  cuenta: ['género', 'tipo de documento', 'idioma', 'rol'],
  domicilios: ['tipo'],
  teléfonos: ['tipo'],
  novedades: ['lugar'],
  'segundos factores': ['tipo'],
  'avisos de la cuenta': ['tipo'],
  boletín: ['idioma'],
  'avisos de espectáculos': ['idioma'],
  'mensajes a soporte': ['motivo'],
  'códigos por correo': ['motivo'],
  'correos sin entregar': ['motivo', 'fin'],
  compras: ['canal', 'idioma', 'estado'],
  entradas: ['estado'],
  pagos: ['estado'],
  'ingresos a funciones': ['resultado'],
  nominaciones: ['tipo de documento'],
  comprobantes: ['tipo', 'estado'],
  'receptores de facturas': ['condición', 'tipo de documento'],
};

/** The file in one language: sections, columns and the codes that the database keeps; what people wrote themselves stays as it is. */
export function inWords(sections: Sections, language: LanguageCode): Sections {
  const { exported: t } = textsOf(language);
  // A code of a newer server has no word here yet.
  const word = (kind: 'section' | 'column' | 'code', name: string) =>
    Object.hasOwn(exportTexts, `${kind}.${name}`) ? t(`${kind}.${name}` as TextKey<typeof exportTexts>) : name;
  return Object.fromEntries(
    Object.entries(withTexts(sections)).map(([section, rows]) => {
      const coded = codedColumns[section] ?? [];
      const row = (given: Section[number]) =>
        Object.fromEntries(
          Object.entries(given).map(([column, value]) => [
            word('column', column),
            typeof value === 'string' && coded.includes(column) ? word('code', value) : value,
          ]),
        );
      return [word('section', section), rows.map(row)];
    }),
  );
}

/** With the very words that were agreed to, and cards by the names on them. */
const withTexts = ({ novedades = [], pagos = [], ...sections }: Sections): Sections => ({
  ...sections,
  novedades: novedades.map((consent) => ({ ...consent, texto: marketingTextOf(String(consent['versión del texto'])) ?? null })),
  pagos: pagos.map((payment) => ({ ...payment, tarjeta: typeof payment['tarjeta'] === 'string' ? brandName(payment['tarjeta']) : null })),
});
