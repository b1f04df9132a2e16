import type { Brand } from '@butaca/brand';
import type { LanguageCode } from '@butaca/brand/languages';
import { escapeUTF8 } from 'entities';
import type { Say } from '../app/room/texts.ts';
import type { View } from '../app/room/view.ts';

const LANGUAGE_NAMES: Readonly<Record<LanguageCode, string>> = { es: 'Español', en: 'English', pt: 'Português' };

interface Frame {
  readonly brand: Brand;
  readonly logoSvg: string;
  readonly language: LanguageCode;
  readonly t: Say;
}

/** The bar and what stands below it; the languages are pages of their own, so that changing needs no script. */
export const frame = ({ brand, logoSvg, language, t }: Frame, content: string): string => `
<a class="skip" href="#room">${t('skip')}</a>
<header class="bar">
  <a class="brand" href="/">${logoSvg}<span>${escapeUTF8(brand.name)}</span></a>
  ${languageLinks(brand, language, t)}
</header>
<div class="curtain" aria-hidden="true"></div>
${content}`;

function languageLinks({ locale }: Brand, language: LanguageCode, t: Say): string {
  if (locale.languages.length < 2) return '';
  const links = locale.languages.map((each) => {
    const current = each === language ? ' aria-current="true"' : '';
    return `<a href="/idioma/${each}" lang="${each}" hreflang="${each}" rel="nofollow"${current}>${LANGUAGE_NAMES[each]}</a>`;
  });
  return `<nav class="languages" aria-label="${t('language')}">${links.join('')}</nav>`;
}

const shown = (text: string | null) => (text === null ? ' hidden' : '');

/** The part that changes; the script finds its places by their ids. */
export const stage = (view: View, t: Say, actions: string): string => `
<div class="stage" id="stage" data-screen="${view.kind}">
  <p class="count"><span class="above" id="above"${shown(view.above)}>${escapeUTF8(view.above ?? '')}</span>
  <span class="figure" id="figure"${shown(view.figure)} style="--chars:${view.figure?.length ?? 1}">${escapeUTF8(view.figure ?? '')}</span>
  <span class="below" id="below"${shown(view.below)}>${escapeUTF8(view.below ?? '')}</span></p>
  <h2 class="heading" id="heading" tabindex="-1">${escapeUTF8(view.heading)}</h2>
  <div class="lines" id="lines">${view.lines.map((line) => `<p>${escapeUTF8(line)}</p>`).join('')}</div>
  <div class="progress" id="progress"${view.progress ? '' : ' hidden'}>
    <div class="seats" id="seats" role="progressbar" aria-label="${escapeUTF8(t('progress'))}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${view.progress?.percent ?? 0}" aria-valuetext="${escapeUTF8(view.progress?.text ?? '')}" style="--done:${view.progress?.percent ?? 0}%"></div>
    <p class="small" id="progress-text">${escapeUTF8(view.progress?.text ?? '')}</p>
  </div>
  <dl class="facts" id="facts"${view.facts.length > 0 ? '' : ' hidden'}>${view.facts.map(({ name, value }) => `<div><dt>${escapeUTF8(name)}</dt><dd>${escapeUTF8(value)}</dd></div>`).join('')}</dl>
  ${actions}
</div>`;

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly isHidden?: boolean;
}

export const section = ({ id, title, html, isHidden = false }: Section): string => `
<section id="${id}" aria-labelledby="${id}-title"${isHidden ? ' hidden' : ''}>
  <h2 id="${id}-title">${escapeUTF8(title)}</h2>
  ${html}
</section>`;

export const paragraph = (text: string): string => `<p>${escapeUTF8(text)}</p>`;
export const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${escapeUTF8(item)}</li>`).join('')}</ul>`;
