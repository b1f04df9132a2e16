import { readFileSync } from 'node:fs';
import { Clock } from '../gateway/clock.ts';
import { voucherTypeOf } from './codes.ts';
import { dayOf, secondOf } from './days.ts';
import { type ArcaSwitches, type Control, type Method, switchesOff } from './switches.ts';
import { Vouchers } from './vouchers.ts';
import { Wsaa } from './wsaa.ts';

export interface ArcaOptions {
  /** The issuer: eleven digits. */
  readonly cuit: string;
  readonly pointsOfSale: readonly number[];
  /** PEM: who may log in. */
  readonly certificate: string;
  /** A file that vouchers are kept in; without one they end with the process. */
  readonly journal?: string | undefined;
}

/** Public: its key stands in the repository too. */
export const developmentCertificate = () => readFileSync(new URL('development-certificate.pem', import.meta.url), 'utf8');

const DAY_MS = 86_400_000;

/** A simulation of the tax office's electronic invoices: WSAA's tickets and WSFEv1's vouchers of one issuer. */
export class Arca {
  readonly clock = new Clock();
  readonly issuer: string;
  readonly pointsOfSale: readonly number[];
  readonly vouchers: Vouchers;
  switches: ArcaSwitches = switchesOff;
  readonly #options: ArcaOptions;
  #wsaa: Wsaa;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: ArcaOptions) {
    this.#options = options;
    this.issuer = options.cuit;
    this.pointsOfSale = options.pointsOfSale;
    this.vouchers = new Vouchers(options.journal);
    this.#wsaa = new Wsaa({ ...options, clock: this.clock });
  }

  get wsaa(): Wsaa {
    return this.#wsaa;
  }

  /** Does what the control asks for; a sentence says why nothing was done. */
  control({ reset, clockOffsetDays, now, expireTickets, insertVoucher, ...switches }: Control): string | null {
    const problem = insertVoucher && this.#insertProblem(insertVoucher);
    if (problem) return problem;
    if (reset) this.switches = switchesOff;
    if (reset === 'all') {
      this.vouchers.forget();
      this.#wsaa = new Wsaa({ ...this.#options, clock: this.clock });
      this.#moveClock(Date.now());
    }
    this.switches = { ...this.switches, ...definedOf(switches) };
    if (clockOffsetDays !== undefined) this.#moveClock(Date.now() + clockOffsetDays * DAY_MS);
    if (now !== undefined) this.#moveClock(Date.parse(now));
    if (expireTickets) this.#wsaa.expireTickets();
    if (insertVoucher) this.#insert(insertVoucher);
    return null;
  }

  state() {
    const ticket = this.#wsaa.ticket();
    return {
      now: new Date(this.clock.now()).toISOString(),
      switches: this.switches,
      ticketExpiresAt: ticket ? new Date(ticket.expiresAt).toISOString() : null,
    };
  }

  /** Whether this call is one of the next ones that a switch counts. */
  takes(name: 'loseAnswers' | 'loseRequests', method: Method): boolean {
    const { times, method: counted } = this.switches[name];
    if (times === 0 || counted !== method) return false;
    this.switches = { ...this.switches, [name]: { times: times - 1, method } };
    return true;
  }

  /** The error, rejection or observation that a switch holds for this call. */
  takeTold<Name extends 'rejectNext' | 'observeNext' | 'failNext'>(name: Name, method: Method): ArcaSwitches[Name] | null {
    const told = this.switches[name];
    const counted = told && 'method' in told ? told.method : 'FECAESolicitar';
    if (!told || told.times === 0 || counted !== method) return null;
    this.switches = { ...this.switches, [name]: told.times > 1 ? { ...told, times: told.times - 1 } : null };
    return told;
  }

  /** One at a time for each key, in the order of their arrival. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    this.#turns.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }

  #moveClock(to: number) {
    this.clock.advance(to - this.clock.now());
  }

  #insertProblem({ pointOfSale, type, number }: NonNullable<Control['insertVoucher']>): string | null {
    if (!this.pointsOfSale.includes(pointOfSale)) return 'insertVoucher.pointOfSale: there is no such point of sale';
    if (!voucherTypeOf(type)) return 'insertVoucher.type: there is no such type';
    const isTaken = number !== undefined && number <= this.vouchers.lastNumberOf({ pointOfSale, type });
    return isTaken ? 'insertVoucher.number: numbers only go up' : null;
  }

  #insert({ pointOfSale, type, number, totalCents }: NonNullable<Control['insertVoucher']>) {
    const pair = { pointOfSale, type };
    const last = this.vouchers.lastOf(pair);
    const taken = number ?? (last?.to ?? 0) + 1;
    const today = dayOf(this.clock.now());
    const date = last && last.date > today ? last.date : today;
    this.vouchers.authorise(
      pair,
      {
        Concepto: 1,
        DocTipo: 99,
        DocNro: '0',
        CbteDesde: taken,
        CbteHasta: taken,
        CbteFch: date,
        ImpTotal: totalCents,
        ImpTotConc: totalCents,
        ImpNeto: 0,
        ImpOpEx: 0,
        ImpTrib: 0,
        ImpIVA: 0,
        FchServDesde: null,
        FchServHasta: null,
        FchVtoPago: null,
        MonId: 'PES',
        MonCotiz: 1,
        CanMisMonExt: null,
        CondicionIVAReceptorId: 5,
        CbtesAsoc: null,
        Tributos: null,
        Iva: null,
        PeriodoAsoc: null,
      },
      { date, processedAt: secondOf(this.clock.now()), observations: [] },
    );
  }
}

/** Without the keys that a partial object leaves undefined. */
const definedOf = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as { [Key in keyof T]: Exclude<T[Key], undefined> };
