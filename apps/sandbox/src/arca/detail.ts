import { find, textAt, Unreadable, type XmlElement } from './soap.ts';

/** FECAEDetRequest with ARCA's names, amounts in cents. An amount with more than two decimals has a fraction of a cent. */
export interface Detail {
  readonly Concepto: number;
  readonly DocTipo: number;
  /** Digits, `0` where nobody is named. */
  readonly DocNro: string;
  readonly CbteDesde: number;
  readonly CbteHasta: number;
  readonly CbteFch: string | null;
  readonly ImpTotal: number;
  readonly ImpTotConc: number;
  readonly ImpNeto: number;
  readonly ImpOpEx: number;
  readonly ImpTrib: number;
  readonly ImpIVA: number;
  readonly FchServDesde: string | null;
  readonly FchServHasta: string | null;
  readonly FchVtoPago: string | null;
  readonly MonId: string | null;
  readonly MonCotiz: number;
  readonly CanMisMonExt: string | null;
  readonly CondicionIVAReceptorId: number | null;
  readonly CbtesAsoc: readonly Associated[] | null;
  readonly Tributos: readonly { readonly Id: number; readonly Importe: number }[] | null;
  readonly Iva: readonly VatLine[] | null;
  readonly PeriodoAsoc: { readonly FchDesde: string | null; readonly FchHasta: string | null } | null;
}

interface Associated {
  readonly Tipo: number;
  readonly PtoVta: number;
  readonly Nro: number;
  readonly Cuit: string | null;
  readonly CbteFch: string | null;
}

interface VatLine {
  readonly Id: number;
  readonly BaseImp: number;
  readonly Importe: number;
}

/** Sequences of the WSDL: an element in another place is not read, and the sandbox says so. */
const sequences = {
  FECAEDetRequest: [
    'Concepto',
    'DocTipo',
    'DocNro',
    'CbteDesde',
    'CbteHasta',
    'CbteFch',
    'ImpTotal',
    'ImpTotConc',
    'ImpNeto',
    'ImpOpEx',
    'ImpTrib',
    'ImpIVA',
    'FchServDesde',
    'FchServHasta',
    'FchVtoPago',
    'MonId',
    'MonCotiz',
    'CanMisMonExt',
    'CondicionIVAReceptorId',
    'CbtesAsoc',
    'Tributos',
    'Iva',
    'Opcionales',
    'Compradores',
    'PeriodoAsoc',
    'Actividades',
  ],
  CbteAsoc: ['Tipo', 'PtoVta', 'Nro', 'Cuit', 'CbteFch'],
  Tributo: ['Id', 'Desc', 'BaseImp', 'Alic', 'Importe'],
  AlicIva: ['Id', 'BaseImp', 'Importe'],
  PeriodoAsoc: ['FchDesde', 'FchHasta'],
  FeCabReq: ['CantReg', 'PtoVta', 'CbteTipo'],
} as const;

export function requireSequence(element: XmlElement, name: keyof typeof sequences) {
  const sequence: readonly string[] = sequences[name];
  let next = 0;
  for (const child of element.children) {
    const place = sequence.indexOf(child.name, next);
    if (place < 0) throw new Unreadable(`${name}: the element '${child.name}' is unknown or out of its place.`);
    next = place + 1;
  }
}

export function readDetail(element: XmlElement): Detail {
  requireSequence(element, 'FECAEDetRequest');
  const text = (name: string) => textAt(element, name) || null;
  const condition = text('CondicionIVAReceptorId');
  const period = find(element, 'PeriodoAsoc');
  if (period) requireSequence(period, 'PeriodoAsoc');
  return {
    Concepto: whole(element, 'Concepto'),
    DocTipo: whole(element, 'DocTipo'),
    DocNro: String(whole(element, 'DocNro')),
    CbteDesde: whole(element, 'CbteDesde'),
    CbteHasta: whole(element, 'CbteHasta'),
    CbteFch: text('CbteFch'),
    ImpTotal: cents(element, 'ImpTotal'),
    ImpTotConc: cents(element, 'ImpTotConc'),
    ImpNeto: cents(element, 'ImpNeto'),
    ImpOpEx: cents(element, 'ImpOpEx'),
    ImpTrib: cents(element, 'ImpTrib'),
    ImpIVA: cents(element, 'ImpIVA'),
    FchServDesde: text('FchServDesde'),
    FchServHasta: text('FchServHasta'),
    FchVtoPago: text('FchVtoPago'),
    MonId: text('MonId'),
    MonCotiz: decimal(element, 'MonCotiz'),
    CanMisMonExt: text('CanMisMonExt'),
    CondicionIVAReceptorId: condition === null ? null : whole(element, 'CondicionIVAReceptorId'),
    CbtesAsoc: list(element, 'CbtesAsoc', 'CbteAsoc', (each) => ({
      Tipo: whole(each, 'Tipo'),
      PtoVta: whole(each, 'PtoVta'),
      Nro: whole(each, 'Nro'),
      Cuit: textAt(each, 'Cuit'),
      CbteFch: textAt(each, 'CbteFch'),
    })),
    Tributos: list(element, 'Tributos', 'Tributo', (each) => ({ Id: whole(each, 'Id'), Importe: cents(each, 'Importe') })),
    Iva: list(element, 'Iva', 'AlicIva', (each) => ({
      Id: whole(each, 'Id'),
      BaseImp: cents(each, 'BaseImp'),
      Importe: cents(each, 'Importe'),
    })),
    PeriodoAsoc: period ? { FchDesde: textAt(period, 'FchDesde'), FchHasta: textAt(period, 'FchHasta') } : null,
  };
}

function list<T>(element: XmlElement, name: string, item: 'CbteAsoc' | 'Tributo' | 'AlicIva', read: (each: XmlElement) => T): T[] | null {
  const parent = find(element, name);
  if (!parent) return null;
  return parent.children.map((each) => {
    if (each.name !== item) throw new Unreadable(`${name}: the element '${each.name}' is unknown.`);
    requireSequence(each, item);
    return read(each);
  });
}

/** A number that is left out is zero, as in ASP.NET. */
export function whole(element: XmlElement | undefined, ...path: readonly string[]): number {
  const text = textAt(element, ...path) || '0';
  if (!/^-?\d{1,15}$/.test(text)) throw new Unreadable(`${path.at(-1)}: Input string was not in a correct format.`);
  return Number(text);
}

function decimal(element: XmlElement, name: string): number {
  const text = textAt(element, name) || '0';
  if (!/^-?\d{1,13}(\.\d{1,10})?$/.test(text)) throw new Unreadable(`${name}: Input string was not in a correct format.`);
  return Number(text);
}

/** Rounded to a hundredth of a cent: binary fractions of whole cents become whole, and a third decimal is kept. */
const cents = (element: XmlElement, name: string): number => Math.round(decimal(element, name) * 10_000) / 100;
