import { type PublicBrand, publicBrand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import type { ShowType } from '@butaca/contract';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { footerVariants } from '../app/chrome/footers.ts';
import { topBarVariant } from '../app/chrome/top-bars.ts';
import type { Frame } from '../app/frame/use-frame.ts';

const { brand, logoSvg, tokensCss } = await loadBrand('butaca');

/** What a page of this deployment has around it, with these changes to its brand. */
export const frameWith = (changes: Partial<PublicBrand> = {}, showTypes: readonly ShowType[] = []): Frame =>
  framed({ ...publicBrand(brand), ...changes }, showTypes);

const framed = (shown: PublicBrand, showTypes: readonly ShowType[]): Frame => ({
  brand: shown,
  bar: topBarVariant(shown.chrome.topBar),
  footers: footerVariants(shown.chrome.footer),
  origin: 'https://butaca.example',
  logoSvg,
  tokensCss,
  themeColours: { light: '#ffffff', dark: '#000000' },
  pictures: {},
  showTypes,
});

/** The HTML of a component as the server writes it into a page of this frame. */
export function htmlIn<Props extends object>(frame: Frame, component: FunctionComponent<Props>, props: Props): string {
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => createElement(component, props) }]);
  return renderToStaticMarkup(createElement(Page, { hydrationData: { loaderData: { root: frame } } }));
}
