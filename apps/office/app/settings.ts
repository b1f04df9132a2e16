import { type OfficeSettings, SETTINGS_ID } from '../server/settings.ts';

/** The deployment's settings, which stand in the page. */
export const settings = JSON.parse(document.getElementById(SETTINGS_ID)?.textContent ?? '{}') as OfficeSettings;
