import { escapeUTF8 } from 'entities';
import type { Say } from '../app/room/texts.ts';
import { paragraph, section } from './markup.ts';

/** The page that repeats the draw; its script fills in what came out. */
export const drawCheckContent = (performanceId: number, t: Say): string => `
<main class="room check" id="room">
  <div class="now">
    <p class="kicker">${escapeUTF8(t('kicker'))}</p>
    <h1>${escapeUTF8(t('check.title'))}</h1>
    <p class="when">${escapeUTF8(t('check.intro'))}</p>
    <div role="status">
      <h2 class="heading" id="verdict">${escapeUTF8(t('check.running'))}</h2>
      <p id="verdict-text"></p>
    </div>
    <ul class="checks" id="checks" hidden></ul>
    ${section({ id: 'own', title: t('check.own'), html: '<p id="own-text"></p>', isHidden: true })}
    <p class="links"><a href="/fila?qid=${performanceId}">${escapeUTF8(t('check.back'))}</a></p>
  </div>
  <aside class="aside">
    ${section({ id: 'data', title: t('check.data'), html: '<dl class="data" id="data-list"></dl>', isHidden: true })}
    ${section({ id: 'draw', title: t('draw.title'), html: paragraph(t('draw.text')) })}
  </aside>
</main>`;
