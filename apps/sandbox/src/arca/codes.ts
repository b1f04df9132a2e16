/** A class of vouchers: `ALEY` is A with the legend about retentions. */
type VoucherClass = 'A' | 'B' | 'C' | 'ALEY';
type VoucherKind = 'invoice' | 'debit' | 'credit' | 'receipt';

export interface VoucherType {
  readonly id: number;
  readonly name: string;
  readonly class: VoucherClass;
  readonly kind: VoucherKind;
}

/** FEParamGetTiposCbte, without the MiPyMEs (201 to 213), which need an agreement of their own. */
export const voucherTypes: readonly VoucherType[] = [
  { id: 1, name: 'Factura A', class: 'A', kind: 'invoice' },
  { id: 2, name: 'Nota de Débito A', class: 'A', kind: 'debit' },
  { id: 3, name: 'Nota de Crédito A', class: 'A', kind: 'credit' },
  { id: 4, name: 'Recibos A', class: 'A', kind: 'receipt' },
  { id: 6, name: 'Factura B', class: 'B', kind: 'invoice' },
  { id: 7, name: 'Nota de Débito B', class: 'B', kind: 'debit' },
  { id: 8, name: 'Nota de Crédito B', class: 'B', kind: 'credit' },
  { id: 9, name: 'Recibos B', class: 'B', kind: 'receipt' },
  { id: 11, name: 'Factura C', class: 'C', kind: 'invoice' },
  { id: 12, name: 'Nota de Débito C', class: 'C', kind: 'debit' },
  { id: 13, name: 'Nota de Crédito C', class: 'C', kind: 'credit' },
  { id: 15, name: 'Recibo C', class: 'C', kind: 'receipt' },
  { id: 51, name: 'Factura A con leyenda', class: 'ALEY', kind: 'invoice' },
  { id: 52, name: 'Nota de Débito A con leyenda', class: 'ALEY', kind: 'debit' },
  { id: 53, name: 'Nota de Crédito A con leyenda', class: 'ALEY', kind: 'credit' },
];

export const voucherTypeOf = (id: number): VoucherType | undefined => voucherTypes.find((type) => type.id === id);

/** FEParamGetTiposDoc, as far as people who buy tickets have them. */
export const documentTypes: readonly { readonly id: number; readonly name: string }[] = [
  { id: 80, name: 'CUIT' },
  { id: 86, name: 'CUIL' },
  { id: 87, name: 'CDI' },
  { id: 89, name: 'LE' },
  { id: 90, name: 'LC' },
  { id: 91, name: 'CI Extranjera' },
  { id: 92, name: 'en trámite' },
  { id: 94, name: 'Pasaporte' },
  { id: 96, name: 'DNI' },
  { id: 0, name: 'CI Policía Federal' },
  { id: 30, name: 'Certificado de Migración' },
  { id: 99, name: 'Doc. (Otro)' },
];
export const CUIT = 80;
/** Nobody is named. */
export const UNIDENTIFIED = 99;
/** Documents that end in a check digit. */
export const WITH_CHECK_DIGIT: readonly number[] = [CUIT, 86, 87];
export const DNI = 96;

/** FEParamGetTiposIva; rates in thousandths. */
export const vatRates: readonly { readonly id: number; readonly name: string; readonly permille: number }[] = [
  { id: 3, name: '0%', permille: 0 },
  { id: 4, name: '10.5%', permille: 105 },
  { id: 5, name: '21%', permille: 210 },
  { id: 6, name: '27%', permille: 270 },
  { id: 8, name: '5%', permille: 50 },
  { id: 9, name: '2.5%', permille: 25 },
];

/** FEParamGetCondicionIvaReceptor (RG 5616); all of them may receive class C. */
export const vatConditions: readonly { readonly id: number; readonly name: string; readonly class: 'A' | 'B' }[] = [
  { id: 1, name: 'IVA Responsable Inscripto', class: 'A' },
  { id: 6, name: 'Responsable Monotributo', class: 'A' },
  { id: 13, name: 'Monotributista Social', class: 'A' },
  { id: 16, name: 'Monotributo Trabajador Independiente Promovido', class: 'A' },
  { id: 4, name: 'IVA Sujeto Exento', class: 'B' },
  { id: 5, name: 'Consumidor Final', class: 'B' },
  { id: 7, name: 'Sujeto No Categorizado', class: 'B' },
  { id: 8, name: 'Proveedor del Exterior', class: 'B' },
  { id: 9, name: 'Cliente del Exterior', class: 'B' },
  { id: 10, name: 'IVA Liberado – Ley N° 19.640', class: 'B' },
  { id: 15, name: 'IVA No Alcanzado', class: 'B' },
];

/** Which vouchers a note may be associated with (10040). */
export const mayAdjust: Readonly<Record<number, readonly number[]>> = {
  2: [1, 2, 3, 4],
  3: [1, 2, 3, 4],
  7: [6, 7, 8, 9],
  8: [6, 7, 8, 9],
  12: [11, 12, 13, 15],
  13: [11, 12, 13, 15],
  52: [51, 52, 53],
  53: [51, 52, 53],
};

/** `PES` and, so that a wrong currency is noticed by the rules about it, `DOL`. */
export const currencies: readonly string[] = ['PES', 'DOL'];

/** From this total of a voucher on, in cents, the final consumer has to be identified (RG 5700/2025, RG 5866/2026). */
export const IDENTIFIED_FROM_CENTS = 1_000_000_000;
/** From this day on a voucher without the receiver's VAT condition is rejected (WSFEv1 4.8). */
export const CONDITION_MANDATORY_FROM = '20261201';
/** FECompTotXRequest. */
export const MOST_PER_REQUEST = 250;

/** In ARCA's own words where they are known; it writes without accents. */
export const messages = {
  500: 'Campo Auth no fue ingresado o esta mal formado.',
  501: 'Error interno de base de datos.',
  502: 'Error interno de base de datos - Autorizador CAE - Transaccion Activa',
  602: 'No existen datos en nuestros registros para los parametros ingresados.',
  10001: 'Campo CantReg debe estar comprendido entre 1 y 9998.',
  10002: 'Campo CantReg debe ser igual a lo informado en detalle.',
  10003: `La cantidad de registros en detalle debe ser menor o igual a ${MOST_PER_REQUEST}. Consultar metodo FECompTotXRequest.`,
  10004: 'Campo PtoVta debe estar comprendido entre 1 y 99998.',
  10005: 'El punto de venta informado debe estar dado de alta y ser del tipo RECE.',
  10007: 'Campo CbteTipo invalido. Consultar metodo FEParamGetTiposCbte.',
  10008: 'Campo CbteDesde debe estar comprendido entre 1 y 99999999.',
  10010: 'Campo CbteHasta debe estar comprendido entre 1 y 99999999.',
  10011: 'Campo CbteHasta debe ser mayor o igual a CbteDesde.',
  10012: 'Para comprobantes clase A y C el campo CbteDesde debe ser igual al campo CbteHasta.',
  10013: 'Para comprobantes clase A el campo DocTipo debe ser igual a 80 (CUIT).',
  10014: 'Para comprobantes B con mas de un numero, el importe de cada uno debe ser menor al monto de la RG 4444.',
  10015: 'Campo DocTipo o DocNro invalido.',
  10018: 'Si ImpIVA es mayor a 0 el objeto Iva y AlicIva son obligatorios; si es igual a 0 solo debe informarse IVA 0%.',
  10019: 'El campo Id en AlicIVA debe ser un valor devuelto por el metodo FEParamGetTiposIva.',
  10020: 'El campo BaseImp en AlicIVA es obligatorio y debe ser mayor a 0 cero.',
  10021: 'El campo Importe en AlicIVA es obligatorio y debe ser mayor o igual a 0 cero.',
  10022: 'El campo Id en AlicIVA no debe repetirse. Debera totalizarse por alicuota.',
  10023: 'La suma de los campos importe en IVA debe ser igual al valor ingresado en ImpIVA.',
  10024: 'Si ImpTrib es mayor a 0 el objeto Tributos y Tributo son obligatorios.',
  10029: 'La suma de los importes en Tributo debe ser igual al valor ingresado en ImpTrib.',
  10030: 'El campo Concepto es obligatorio y debe corresponder con algun valor devuelto por el metodo FEParamGetTiposConcepto.',
  10032: 'El campo FchServDesde no puede ser posterior al campo FchServHasta.',
  10036: 'El campo FchVtoPago no puede ser anterior a la fecha del comprobante.',
  10037: 'El campo MonId es obligatorio y debe corresponder a algun valor devuelto por el metodo FEParamGetTiposMonedas.',
  10038: 'El campo MonCotiz es obligatorio y debe ser mayor a 0.',
  10039: 'El campo MonCotiz es obligatorio, e igual a 1 cuando se trate de MonId = PES.',
  10040: 'El tipo de comprobante asociado no corresponde al tipo de comprobante a autorizar.',
  10041: 'El comprobante asociado no obra en las bases del organismo para el punto de venta y tipo de comprobante informado.',
  10043: 'El campo ImpTotConc no puede ser menor a cero. Para comprobantes tipo C debe ser igual a cero (0).',
  10044: 'El campo ImpOpEx no puede ser menor a cero. Para comprobantes tipo C debe ser igual a cero (0).',
  10045: 'El campo ImpNeto no puede ser menor a cero (0).',
  10046: 'El campo ImpTrib no puede ser menor a cero (0).',
  10047: 'El campo ImpIVA (Importe de IVA) para comprobantes tipo C debe ser igual a cero (0).',
  10048: "El campo  'Importe Total' ImpTotal, debe ser igual  a la  suma de ImpTotConc + ImpNeto + ImpOpEx + ImpTrib + ImpIVA.",
  10049: 'Los campos FchServDesde, FchServHasta y FchVtoPago son obligatorios en formato aaaammdd cuando Concepto es 2 o 3.',
  10051: 'Los importes informados en AlicIVA no se corresponden con los porcentajes.',
  10056: 'Los importes deben informarse con dos decimales como maximo.',
  10057: 'El campo Tipo en CbteAsoc debe ser mayor a 0.',
  10058: 'El campo PtoVta en CbteAsoc debe ser mayor a 0 y menor a 99999.',
  10059: 'El campo Nro en CbteAsoc debe ser mayor a 0 y menor a 99999999.',
  10060: 'Los comprobantes asociados no deben repetirse.',
  10061: 'La suma de los campos BaseImp en AlicIva debe ser igual al valor ingresado en ImpNeto.',
  10062: 'Si envia CbtesAsoc, CbteAsoc es obligatorio y no debe ser nulo.',
  10065: 'El campo ImpTotal no puede ser menor a cero (0).',
  10069: 'El numero de documento del receptor no puede ser igual al del emisor.',
  10070: 'Si ImpNeto es mayor a 0 el objeto IVA es obligatorio.',
  10071: 'Para comprobantes tipo C el objeto IVA no debe informarse.',
  10104: 'El punto de venta ingresado no se encuentra registrado.',
  10151: 'El campo Cuit en CbteAsoc debe ser un valor de 11 caracteres numericos.',
  10152: 'El mes de CbteFch debe coincidir con el mes de la fecha de envio del pedido de autorizacion para 1 - Productos.',
  10155: 'El CUIT del emisor del comprobante asociado debe coincidir con el del emisor del comprobante a autorizar.',
  10183: 'El emisor y el receptor del comprobante asociado deben coincidir con los del comprobante a autorizar.',
  10197: 'Si el comprobante es Debito o Credito, enviar estructura CbteAsoc o PeriodoAsoc.',
  10198: 'Si el comprobante es Factura no se debera informar PeriodoAsoc.',
  10204: 'El campo PeriodoAsoc.FchDesde debe corresponder a una fecha valida con formato YYYYMMDD.',
  10205: 'El campo PeriodoAsoc.FchHasta debe corresponder a una fecha valida con formato YYYYMMDD.',
  10207: 'PeriodoAsoc.FchHasta debe ser superior o igual a PeriodoAsoc.FchDesde.',
  10208: 'PeriodoAsoc.FchHasta debe ser anterior o igual a la fecha de emision del comprobante.',
  10210: 'El comprobante asociado con fecha posterior a la del comprobante a autorizar debe ser del mismo mes y anio.',
  10213: 'El campo CbteFch en CbteAsoc debe tener el formato yyyymmdd.',
  10237: 'El importe de la nota de credito supera el monto del comprobante asociado que estas ajustando.',
  10241: 'Si informa MonId = PES, el campo CanMisMonExt no debe informarse o informarse con el valor N.',
  10242: 'El campo Condicion IVA receptor no es un valor permitido. Para mayor detalle consultar metodo FEParamGetCondicionIvaReceptor.',
  10243:
    'El campo Condicion IVA receptor no es valido para la clase de comprobante informado. Consultar metodo FEParamGetCondicionIvaReceptor.',
  10244: 'La clase de comprobante ingresada no es valida. Valores posibles: A, B, C, ALEY, 49.',
  10245:
    'El campo Condicion Frente al IVA del receptor resultara obligatorio conforme lo reglamentado por la Resolucion General N° 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor',
  10246:
    'Campo Condicion Frente al IVA del receptor es obligatorio conforme a lo reglamentado por la Resolucion General Nro 5616. Para mas informacion consular metodo FEParamGetCondicionIvaReceptor',
  11001: 'Campo CbteTipo invalido. Consultar metodo FEParamGetTiposCbte.',
  11002: 'El punto de venta no se encuentra habilitado a usar en el presente ws. Consultar metodo FEParamGetPtosVenta.',
} as const;

export type Code = keyof typeof messages;

/** A code with its words, as errors and observations carry it. */
export interface Remark {
  readonly code: number;
  readonly message: string;
}

export const remark = (code: Code): Remark => ({ code, message: messages[code] });

/** 10016 has three texts: one among the errors of a request, two among the observations of a voucher. */
export const outOfOrder: Remark = {
  code: 10016,
  message: 'El numero o fecha del comprobante no se corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.',
};
export const outOfWindow = (days: number): Remark => ({
  code: 10016,
  message: `Campo CbteFch Debe estar comprendido  en el  rango  N-${days} y N+${days} siendo N la fecha de envio del pedido  de autorizacion para ${days === 5 ? '1 - Productos' : '2 - Servicios, 3 - Productos y Servicios'}`,
});
