import { z } from 'zod';

/** What a call is named by in the switches: WSAA's only method, and those of WSFEv1. */
export const methods = [
  'loginCms',
  'FEDummy',
  'FECompUltimoAutorizado',
  'FECAESolicitar',
  'FECompConsultar',
  'FECompTotXRequest',
  'FEParamGetCondicionIvaReceptor',
  'FEParamGetPtosVenta',
  'FEParamGetTiposCbte',
  'FEParamGetTiposDoc',
  'FEParamGetTiposIva',
] as const;
export type Method = (typeof methods)[number];

/** `unavailable` answers with a 503, `cut` breaks the connection as soon as a request arrives. */
const Availability = z.enum(['up', 'unavailable', 'cut']);
const Count = z.int().min(0).max(1_000_000);
const Which = z.enum(methods).default('FECAESolicitar');

/** So many next calls of a method; a mere number is about FECAESolicitar. */
const Calls = z.union([
  Count.transform((times) => ({ times, method: 'FECAESolicitar' as Method })),
  z.strictObject({ times: Count, method: Which }),
]);
const Told = { code: z.int().min(1).max(99_999), message: z.string().min(1).max(2000).optional(), times: Count.default(1) };

const switchShape = {
  wsaa: Availability,
  wsfe: Availability,
  /** Calls are done at once and answered later; calls about the same point of sale and type wait for one another. */
  delayMs: z.int().min(0).max(600_000),
  /** Done, and the connection breaks instead of an answer. */
  loseAnswers: Calls,
  /** Not done, and the connection breaks. */
  loseRequests: Calls,
  /** Every voucher of the next FECAESolicitar is rejected, by an observation of its own or by an error of the request. */
  rejectNext: z.strictObject({ ...Told, where: z.enum(['observations', 'errors']).default('observations') }).nullable(),
  /** Vouchers of the next FECAESolicitar that are authorised carry this observation. */
  observeNext: z.strictObject(Told).nullable(),
  /** Answered with an error of ARCA's own and not done. */
  failNext: z
    .strictObject({ code: z.union([z.literal(500), z.literal(501), z.literal(502)]), times: Count.default(1), method: Which })
    .nullable(),
};

const ArcaSwitches = z.strictObject(switchShape);
export type ArcaSwitches = z.output<typeof ArcaSwitches>;

export const switchesOff: ArcaSwitches = {
  wsaa: 'up',
  wsfe: 'up',
  delayMs: 0,
  loseAnswers: { times: 0, method: 'FECAESolicitar' },
  loseRequests: { times: 0, method: 'FECAESolicitar' },
  rejectNext: null,
  observeNext: null,
  failNext: null,
};

/** `POST /arca/control`: switches that are not named stay as they are. What is asked to happen does so in the order below. */
export const Control = ArcaSwitches.partial().extend({
  /** `switches` ends all trouble; `all` forgets vouchers, tickets and the clock's offset too. */
  reset: z.enum(['switches', 'all']).optional(),
  /** How many days ARCA's clock is ahead of this machine's, or behind it. */
  clockOffsetDays: z.number().min(-3650).max(3650).optional(),
  /** The moment that it is for ARCA; its clock goes on from there. */
  now: z.iso.datetime({ offset: true }).optional(),
  expireTickets: z.literal(true).optional(),
  /** A voucher of another system with the same point of sale, as a person in ARCA's web page makes: it takes a number. */
  insertVoucher: z
    .strictObject({
      pointOfSale: z.int().positive(),
      type: z.int().positive(),
      /** The next one when left out. */
      number: z.int().min(1).max(99_999_999).optional(),
      totalCents: z.int().min(0).max(999_999_999).default(100_000),
    })
    .optional(),
});
export type Control = z.output<typeof Control>;
