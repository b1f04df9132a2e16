import type { Brand } from '@butaca/brand';
import type { ConfiguredServices, Copies } from '@butaca/contract';

/** What the browser needs before its first call; public, so every page contains it. */
export interface CallSettings {
  /** The API host without `/v2`; empty for the page's own origin. */
  readonly host: string;
  /** Another base for the calls below `/v3`; empty: none. */
  readonly alternative: string;
  /** Where answers lie as files, which are tried first. */
  readonly copies?: Copies;
  readonly headerNames: { readonly fingerprint: string; readonly country: string };
  readonly countryCode: number;
  /** Of the days that somebody asks for. */
  readonly timeZone: string;
  readonly services: ConfiguredServices;
  /** Of a deployment whose customers log in elsewhere: where they change their data. */
  readonly externalLogin?: { readonly updateData: string };
  /** Whether the pages of performances ask for a login. */
  readonly seatSelectionRequiresLogin: boolean;
  /** The queue host, the list of queued performances and the waiting page; an empty address: our own. */
  readonly waitingRoom: Brand['waitingRoom'];
  /** The brand's home page elsewhere; empty: the billboard. */
  readonly homeRedirectUrl: string;
  /** How long a session lasts from its login, in minutes. */
  readonly sessionMinutes: number;
}

export const CALL_SETTINGS_ID = 'call-settings';

export const readCallSettings = (): CallSettings =>
  JSON.parse(document.getElementById(CALL_SETTINGS_ID)?.textContent ?? '{}') as CallSettings;
