import { beforeEach, expect, test } from 'vitest';
import { find, textAt, type XmlContent } from '../src/arca/soap.ts';
import { about, all, anArca, anInvoice, anInvoiceA, anInvoiceC, ISSUER } from './an-arca.ts';

const shop = await anArca();
const { issue, codes, last, consult, call } = shop;
beforeEach(() => shop.startAgain());

type Over = Readonly<Record<string, XmlContent>>;

const ONE_CENT_LESS = { ImpTotal: '9999999.99', ImpNeto: '8264462.80', ImpIVA: '1735537.19' };
const TEN_MILLION = { ImpTotal: '10000000.00', ImpNeto: '8264462.81', ImpIVA: '1735537.19' };
const vatOf = (BaseImp: string, Importe: string, Id: number | string = 5) => ({ Iva: { AlicIva: [{ Id, BaseImp, Importe }] } });

test('an invoice is authorised with a CAE of fourteen digits that is good for ten days', async () => {
  const { outcome, vouchers, result, errors } = await issue([anInvoice(1)]);
  expect({ outcome, errors, vouchers }).toEqual({
    outcome: 'A',
    errors: [],
    vouchers: [
      { number: 1, date: '20261126', result: 'A', cae: expect.stringMatching(/^\d{14}$/), caeExpiresOn: '20261206', observations: [] },
    ],
  });
  expect(['Cuit', 'PtoVta', 'CbteTipo', 'FchProceso', 'CantReg', 'Reproceso'].map((name) => textAt(result, 'FeCabResp', name))).toEqual([
    ISSUER,
    '5',
    '6',
    expect.stringMatching(/^20261126123\d{3}$/),
    '1',
    'N',
  ]);
});

test('an invoice without a date is of today', async () => {
  const { vouchers } = await issue([anInvoice(1, { CbteFch: undefined })]);
  expect(vouchers).toMatchObject([{ result: 'A', date: '20261126' }]);
});

test('numbers are consecutive for each point of sale and type', async () => {
  expect(await last()).toBe(0);
  expect((await issue([anInvoice(1)])).outcome).toBe('A');
  expect(await codes(anInvoice(1))).toEqual({ outcome: 'R', codes: [10016] });
  expect(await codes(anInvoice(3))).toEqual({ outcome: 'R', codes: [10016] });
  expect((await issue([anInvoice(1)], { pointOfSale: 6 })).outcome).toBe('A');
  expect((await issue([anInvoiceA(1)], { type: 1 })).outcome).toBe('A');
  expect([await last(), await last({ pointOfSale: 6 }), await last({ type: 1 }), await last({ type: 8 })]).toEqual([1, 1, 1, 0]);
});

test('a wrong number is an error of the request, and its voucher says only that it was rejected', async () => {
  const { errors, vouchers, status } = await issue([anInvoice(2)]);
  expect(status).toBe(200);
  expect(errors).toEqual([
    {
      code: 10016,
      message: 'El numero o fecha del comprobante no se corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.',
    },
  ]);
  expect(vouchers).toEqual([{ number: 2, date: '20261126', result: 'R', cae: '', caeExpiresOn: '', observations: [] }]);
});

test('of a request with several vouchers those before the first bad one are authorised', async () => {
  const { outcome, vouchers, errors } = await issue([anInvoice(1), anInvoice(2), anInvoice(3, { ImpTotal: '1.00' }), anInvoice(4)]);
  expect(outcome).toBe('P');
  expect(vouchers.map(({ result }) => result)).toEqual(['A', 'A', 'R', 'R']);
  expect(vouchers[2]?.observations.map(({ code }) => code)).toEqual([10048]);
  expect(errors.map(({ code }) => code)).toEqual([10016]);
  expect(await last()).toBe(2);
});

test('a request holds as many vouchers as it says, from 1 to 250', async () => {
  const many = Array.from({ length: 251 }, (_, index) => anInvoice(index + 1));
  const codesOf = async (...asked: Parameters<typeof issue>) => (await issue(...asked)).errors.map(({ code }) => code);
  expect(await codesOf([], { count: 0 })).toEqual([10001]);
  expect(await codesOf([anInvoice(1)], { count: 2 })).toEqual([10002]);
  expect(await codesOf(many)).toEqual([10003]);
  expect((await issue(many.slice(0, 250))).outcome).toBe('A');
  expect(await last()).toBe(250);
  expect(textAt((await call('FECompTotXRequest')).result, 'RegXReq')).toBe('250');
});

test('a point of sale has to be registered, and a type to exist', async () => {
  const refused = async (at: object) => {
    const { errors, vouchers } = await issue([anInvoice(1)], at);
    return [...errors.map(({ code }) => code), ...vouchers.map(({ result }) => result)];
  };
  expect(await refused({ pointOfSale: 7 })).toEqual([10005, 'R']);
  expect(await refused({ pointOfSale: 0 })).toEqual([10004, 'R']);
  expect(await refused({ type: 99 })).toEqual([10007, 'R']);
  const errorsOf = async (pointOfSale: number, type: number) =>
    (await call('FECompUltimoAutorizado', { PtoVta: pointOfSale, CbteTipo: type })).errors.map(({ code }) => code);
  expect([await errorsOf(7, 6), await errorsOf(5, 99)]).toEqual([[11002], [11001]]);
});

test.each<[string, number, number, Over]>([
  ['services eleven days ago', 6, 10016, { CbteFch: '20261115' }],
  ['services eleven days ahead', 6, 10016, { CbteFch: '20261207', FchVtoPago: '20261207' }],
  ['a day that does not exist', 6, 10016, { CbteFch: '20261131' }],
  ['no concept', 6, 10030, { Concepto: 4 }],
  ['services without their first day', 6, 10049, { FchServDesde: undefined }],
  ['services without their last day', 6, 10049, { FchServHasta: undefined }],
  ['services without the day of payment', 6, 10049, { FchVtoPago: undefined }],
  [
    'products and services without days',
    6,
    10049,
    { Concepto: 3, FchServDesde: undefined, FchServHasta: undefined, FchVtoPago: undefined },
  ],
  ['products with days of a service', 6, 10049, { Concepto: 1 }],
  ['a service that ends before it begins', 6, 10032, { FchServHasta: '20261209' }],
  ['payment before the date', 6, 10036, { FchVtoPago: '20261125' }],
  ['nobody with a number', 6, 10015, { DocNro: 25123456 }],
  ['a DNI without a number', 6, 10015, { DocTipo: 96 }],
  ['a DNI of nine digits', 6, 10015, { DocTipo: 96, DocNro: 251234567 }],
  ['a document that does not exist', 6, 10015, { DocTipo: 95, DocNro: 25123456 }],
  ['a CUIT whose check digit is wrong', 6, 10015, { DocTipo: 80, DocNro: '33693450238' }],
  ['ten million to nobody', 6, 10015, { ...TEN_MILLION, ...vatOf('8264462.81', '1735537.19') }],
  ['class A to a DNI', 1, 10013, { DocTipo: 96, DocNro: 25123456, CondicionIVAReceptorId: 1 }],
  ['class A to a CUIT whose check digit is wrong', 1, 10015, { DocTipo: 80, DocNro: '33693450238', CondicionIVAReceptorId: 1 }],
  ['the issuer as the receiver', 6, 10069, { DocTipo: 80, DocNro: ISSUER }],
  ['a total that is not the sum', 6, 10048, { ImpTotal: '1210.20' }],
  ['a third decimal', 6, 10056, { ImpTotal: '1210.005' }],
  ['a negative amount', 6, 10043, { ImpTotConc: '-1.00', ImpTotal: '1209.00' }],
  ['tax that is not in its table', 6, 10023, { ImpIVA: '209.00', ImpTotal: '1209.00' }],
  ['tax that is not of its rate', 6, 10051, { ImpIVA: '209.80', ImpTotal: '1209.80', ...vatOf('1000.00', '209.80') }],
  ['a base that is not the net amount', 6, 10061, { ImpNeto: '999.80', ImpTotal: '1209.80' }],
  ['a rate that does not exist', 6, 10019, vatOf('1000.00', '210.00', 7)],
  ['a net amount without a table of tax', 6, 10070, { Iva: undefined, ImpIVA: 0, ImpTotal: '1000.00' }],
  ['class C with a table of tax', 11, 10071, { ImpNeto: '1210.00', ImpIVA: 0, CondicionIVAReceptorId: 5 }],
  ['class C with tax', 11, 10047, { ImpNeto: '1000.00', Iva: undefined }],
  ['tributes that are not told', 6, 10024, { ImpTrib: '10.00', ImpTotal: '1220.00' }],
  ['a condition that does not exist', 6, 10242, { CondicionIVAReceptorId: 2 }],
  ['class B to somebody who pays VAT', 6, 10243, { CondicionIVAReceptorId: 1 }],
  ['class A to a final consumer', 1, 10243, { DocTipo: 80, DocNro: '33693450239', CondicionIVAReceptorId: 5 }],
  ['pesos at another rate', 6, 10039, { MonCotiz: '1.5' }],
  ['a currency that does not exist', 6, 10037, { MonId: 'XXX' }],
  ['pesos paid in another currency', 6, 10241, { CanMisMonExt: 'S' }],
  ['class A with several numbers', 1, 10012, { DocTipo: 80, DocNro: '33693450239', CondicionIVAReceptorId: 1, CbteHasta: 2 }],
  ['an invoice that is about another one', 6, 10040, { CbtesAsoc: about(1) }],
  ['an invoice that is about a period', 6, 10198, { PeriodoAsoc: { FchDesde: '20261101', FchHasta: '20261126' } }],
])('%s: type %i is rejected with %i', async (_, type, code, over) => {
  expect(await codes(anInvoice(1, over), { type })).toEqual({ outcome: 'R', codes: expect.arrayContaining([code]) });
  expect(await last({ type })).toBe(0);
});

test.each<[string, number, Over]>([
  ['services ten days ago', 6, { CbteFch: '20261116' }],
  ['services ten days ahead', 6, { CbteFch: '20261206', FchVtoPago: '20261206' }],
  ['products without days', 6, { Concepto: 1, FchServDesde: undefined, FchServHasta: undefined, FchVtoPago: undefined }],
  ['a cent less than ten million to nobody', 6, { ...ONE_CENT_LESS, ...vatOf('8264462.80', '1735537.19') }],
  ['ten million to a DNI', 6, { ...TEN_MILLION, ...vatOf('8264462.81', '1735537.19'), DocTipo: 96, DocNro: 25123456 }],
  ['a passport', 6, { DocTipo: 94, DocNro: 123456 }],
  ['a CUIL', 6, { DocTipo: 86, DocNro: '20267565393' }],
  ['a cent of rounding in the tax', 6, { ImpIVA: '210.01', ImpTotal: '1210.01', ...vatOf('1000.00', '210.01') }],
  [
    'two rates and an exempt part',
    6,
    {
      ImpTotal: '1365.25',
      ImpOpEx: '50.00',
      ImpNeto: '1100.00',
      ImpIVA: '215.25',
      Iva: {
        AlicIva: [
          { Id: 5, BaseImp: '950.00', Importe: '199.50' },
          { Id: 4, BaseImp: '150.00', Importe: '15.75' },
        ],
      },
    },
  ],
  [
    'a tribute that is told',
    6,
    { ImpTrib: '10.00', ImpTotal: '1220.00', Tributos: { Tributo: [{ Id: 99, Desc: 'Tasa', BaseImp: 0, Alic: 0, Importe: '10.00' }] } },
  ],
  ['several numbers of class B', 6, { CbteHasta: 3 }],
])('%s: type %i is authorised', async (_, type, over) => {
  expect(await codes(anInvoice(1, over), { type })).toEqual({ outcome: 'A', codes: [] });
});

test('class C has no tax of its own, and takes any condition', async () => {
  expect(await codes(anInvoiceC(1), { type: 11 })).toEqual({ outcome: 'A', codes: [] });
  expect(await codes(anInvoiceC(2, { CondicionIVAReceptorId: 1, DocTipo: 80, DocNro: '33693450239' }), { type: 11 })).toMatchObject({
    outcome: 'A',
  });
});

test('products are dated within five days and, if later, in the same month', async () => {
  const product = (CbteFch: string) =>
    codes(anInvoice(1, { Concepto: 1, CbteFch, FchServDesde: undefined, FchServHasta: undefined, FchVtoPago: undefined }));
  expect((await product('20261120')).codes).toEqual([10016]);
  expect((await product('20261201')).codes).toEqual([10152]);
  expect((await product('20261130')).outcome).toBe('A');
});

test('no voucher is dated before the last one of its point of sale and type', async () => {
  await issue([anInvoice(1, { CbteFch: '20261127', FchVtoPago: '20261127' })]);
  const { errors } = await issue([anInvoice(2)]);
  expect(errors.map(({ code }) => code)).toEqual([10016]);
  expect((await issue([anInvoice(1)], { pointOfSale: 6 })).outcome).toBe('A');
});

test('without the condition of the receiver a voucher is observed until November and rejected from December on', async () => {
  const without = (number: number, over: Over = {}) => codes(anInvoice(number, { CondicionIVAReceptorId: undefined, ...over }));
  expect(await without(1)).toEqual({ outcome: 'A', codes: [10245] });
  await shop.startAgain('2026-11-30T23:59:00-03:00');
  expect(await without(1, { CbteFch: '20261130', FchVtoPago: '20261130' })).toEqual({ outcome: 'A', codes: [10245] });
  await shop.startAgain('2026-12-01T00:00:00-03:00');
  expect(await without(1, { CbteFch: '20261201', FchVtoPago: '20261201' })).toEqual({ outcome: 'R', codes: [10246] });
});

test('a credit note names the invoice that it takes back, or a period', async () => {
  await issue([anInvoice(1)]);
  const note = (number: number, over: Over) => codes(anInvoice(number, over), { type: 8 });
  expect(await note(1, {})).toEqual({ outcome: 'R', codes: [10197] });
  expect(await note(1, { CbtesAsoc: about(2) })).toEqual({ outcome: 'R', codes: [10041] });
  expect(await note(1, { CbtesAsoc: about(1, { type: 1 }) })).toEqual({ outcome: 'R', codes: [10040] });
  expect(await note(1, { CbtesAsoc: about(1, { Cuit: '33693450239' }) })).toEqual({ outcome: 'R', codes: [10155] });
  expect(await note(1, { CbtesAsoc: about(1, { Cuit: ISSUER, CbteFch: '20261125' }) })).toEqual({ outcome: 'R', codes: [10041] });
  expect(await note(1, { CbtesAsoc: about(1), DocTipo: 96, DocNro: 25123456 })).toEqual({ outcome: 'R', codes: [10183] });
  expect(await note(1, { CbtesAsoc: about(1, { Cuit: ISSUER, CbteFch: '20261126' }) })).toEqual({ outcome: 'A', codes: [] });
  expect(await note(2, { PeriodoAsoc: { FchDesde: '20261101' } })).toEqual({ outcome: 'R', codes: [10205] });
  expect(await note(2, { PeriodoAsoc: { FchDesde: '20261101', FchHasta: '20261127' } })).toEqual({ outcome: 'R', codes: [10208] });
  expect(await note(2, { PeriodoAsoc: { FchDesde: '20261101', FchHasta: '20261126' } })).toEqual({ outcome: 'A', codes: [] });
});

test('credit notes over more than their invoice are authorised with an observation', async () => {
  await issue([anInvoice(1)]);
  const part = { ImpTotal: '726.00', ImpNeto: '600.00', ImpIVA: '126.00', ...vatOf('600.00', '126.00'), CbtesAsoc: about(1) };
  expect(await codes(anInvoice(1, part), { type: 8 })).toEqual({ outcome: 'A', codes: [] });
  expect(await codes(anInvoice(2, part), { type: 8 })).toEqual({ outcome: 'A', codes: [10237] });
});

test('a voucher can be asked for by its number, with what was sent and its CAE', async () => {
  const { vouchers } = await issue([anInvoice(1, { CondicionIVAReceptorId: undefined })]);
  const { voucher } = await consult(1);
  const names = [
    'DocTipo',
    'DocNro',
    'CbteDesde',
    'CbteFch',
    'ImpTotal',
    'ImpIVA',
    'MonId',
    'Resultado',
    'EmisionTipo',
    'PtoVta',
    'CbteTipo',
    'FchVto',
  ];
  expect(names.map((name) => textAt(voucher, name))).toEqual([
    '99',
    '0',
    '1',
    '20261126',
    '1210',
    '210',
    'PES',
    'A',
    'CAE',
    '5',
    '6',
    '20261206',
  ]);
  expect(textAt(voucher, 'CodAutorizacion')).toBe(vouchers[0]?.cae);
  expect(textAt(voucher, 'Iva', 'AlicIva', 'BaseImp')).toBe('1000');
  expect(textAt(voucher, 'Observaciones', 'Obs', 'Code')).toBe('10245');
});

test('of a voucher that there is not an error 602 says so', async () => {
  expect(await consult(1)).toMatchObject({
    status: 200,
    voucher: undefined,
    errors: [{ code: 602, message: 'No existen datos en nuestros registros para los parametros ingresados.' }],
  });
  expect((await consult(1, { pointOfSale: 7 })).errors).toMatchObject([{ code: 10104 }]);
});

test('an element out of its place, unknown or of another type makes the request unreadable', async () => {
  const { ImpTrib, ImpIVA, ...rest } = anInvoice(1);
  const early = { ...rest, ImpIVA, ImpTrib };
  const swapped = Object.fromEntries([['DocNro', 0], ...Object.entries(rest)]);
  for (const detail of [early, swapped, anInvoice(1, { Sorpresa: 1 }), anInvoice(1, { ImpTotal: 'mil' })]) {
    const { status, fault } = await issue([detail]);
    expect({ status, fault }).toEqual({ status: 500, fault: expect.stringContaining('unable to read request') });
  }
});

test('a call goes by its SOAPAction, and its body has to agree', async () => {
  const faultOf = async (body: string, headers: Record<string, string>) =>
    textAt((await shop.soap('/arca/wsfev1/service.asmx', body, headers)).xml, 'Fault', 'faultstring');
  expect(await faultOf('<FEDummy xmlns="http://ar.gov.afip.dif.FEV1/"/>', {})).toContain(
    'did not recognize the value of HTTP Header SOAPAction',
  );
  expect(await faultOf('<FEDummy/>', { soapaction: 'http://ar.gov.afip.dif.FEV1/FEDummy' })).toContain('unable to read request');
  expect(await faultOf('<a>', { soapaction: 'http://ar.gov.afip.dif.FEV1/FEDummy' })).toContain('unable to read request');
  const asJson = await shop.post('/arca/wsfev1/service.asmx', '{}', { 'content-type': 'application/json' });
  expect(asJson.status).toBe(415);
});

test('elements outside the namespace are not seen', async () => {
  const { xml } = await shop.soap(
    '/arca/wsfev1/service.asmx',
    '<f:FEParamGetPtosVenta xmlns:f="http://ar.gov.afip.dif.FEV1/"><Auth/></f:FEParamGetPtosVenta>',
    { soapaction: 'http://ar.gov.afip.dif.FEV1/FEParamGetPtosVenta' },
  );
  const result = find(xml, 'FEParamGetPtosVentaResponse', 'FEParamGetPtosVentaResult');
  expect(textAt(result, 'Errors', 'Err', 'Code')).toBe('500');
});

test('tables say what is allowed, and the servers say that they are well', async () => {
  const idsOf = async (method: string, item: string, body: object = {}) => {
    const { result } = await call(method, body as Over);
    return all(find(result, 'ResultGet'), item).map((each) => Number(textAt(each, 'Id') ?? textAt(each, 'Nro')));
  };
  expect(await idsOf('FEParamGetPtosVenta', 'PtoVenta')).toEqual([5, 6]);
  expect(await idsOf('FEParamGetTiposCbte', 'CbteTipo')).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15, 51, 52, 53]);
  expect(await idsOf('FEParamGetTiposDoc', 'DocTipo')).toEqual(expect.arrayContaining([80, 86, 96, 94, 99]));
  expect(await idsOf('FEParamGetTiposIva', 'IvaTipo')).toEqual([3, 4, 5, 6, 8, 9]);
  expect(await idsOf('FEParamGetCondicionIvaReceptor', 'CondicionIvaReceptor', { ClaseCmp: 'A' })).toEqual([1, 6, 13, 16]);
  expect(await idsOf('FEParamGetCondicionIvaReceptor', 'CondicionIvaReceptor', { ClaseCmp: 'B' })).toEqual([4, 5, 7, 8, 9, 10, 15]);
  expect(await idsOf('FEParamGetCondicionIvaReceptor', 'CondicionIvaReceptor')).toHaveLength(11);
  expect((await call('FEParamGetCondicionIvaReceptor', { ClaseCmp: 'Z' })).errors).toMatchObject([{ code: 10244 }]);
  const { result } = await call('FEDummy');
  expect(['AppServer', 'DbServer', 'AuthServer'].map((name) => textAt(result, name))).toEqual(['OK', 'OK', 'OK']);
});
