import '@butaca/ui/fonts.css';
import '@butaca/ui/tokens.css';
import '@butaca/ui/base.css';
import './page.css';
import { startDrawCheck } from './draw-check/draw-check.ts';
import { type PageSettings, SETTINGS_ID } from './room/settings.ts';
import { startWaiting } from './waiting.ts';

const settings = JSON.parse(document.getElementById(SETTINGS_ID)?.textContent ?? '') as PageSettings;
if (settings.screen === 'draw-check') void startDrawCheck(settings);
else startWaiting(settings);
