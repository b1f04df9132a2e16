import { type OfficeSettings, SETTINGS_ID } from '../server/settings.ts';

/** What the page says of its deployment. */
export const settings = JSON.parse(document.getElementById(SETTINGS_ID)?.textContent ?? '{}') as OfficeSettings;
