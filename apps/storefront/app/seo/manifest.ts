import { worldOf } from '../calls/server-call.ts';
import { topBarVariant } from '../chrome/top-bars.ts';
import { pathTo } from '../paths.ts';
import type { Route } from './+types/manifest';
import { themeColours } from './theme-colours.ts';

/** The web app manifest: what a phone calls and shows the site that was put on its home screen. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, look } = worldOf(context);
  const icon = look.files.find(({ name }) => name === 'favicon.svg');
  const bar = themeColours(look.tokensCss, topBarVariant(brand.chrome.topBar).tone);
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: brand.slogan,
    lang: brand.locale.language,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: bar.light,
    background_color: themeColours(look.tokensCss, 'paper').light,
    icons: [
      ...(icon ? [{ src: pathTo('brandFile', icon), sizes: 'any', type: icon.mediaType }] : []),
      ...[192, 512].map((side) => ({ src: `/icon-${side}.png`, sizes: `${side}x${side}`, type: 'image/png' })),
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } });
}
