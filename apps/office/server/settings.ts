import type { Brand, PublicHosts } from '@butaca/brand';

export const SETTINGS_ID = 'office-settings';

/** What the office's script needs to know of its deployment before its first call; part of the page. */
export interface OfficeSettings extends Pick<Brand, 'name' | 'headers'> {
  readonly hosts: PublicHosts;
  readonly locale: Pick<Brand['locale'], 'language' | 'languages' | 'timeZone' | 'price' | 'currency' | 'decimals' | 'countryCode'>;
  /** Whether performances may have waiting rooms here. */
  readonly waitingRooms: boolean;
  /** Whether bills are made for a tax office. */
  readonly bills: boolean;
  readonly documentTypes: Brand['people']['documentTypes'];
  readonly sessionMinutes: number;
  readonly secondFactor: Brand['login']['staff']['secondFactor'];
  readonly logoSvg: string;
}
