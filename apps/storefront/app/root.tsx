import { publicBrand } from '@butaca/brand';
import { listShowTypes } from '@butaca/contract';
import { SkipLink } from '@butaca/ui/components/SkipLink.tsx';
import { firstFonts } from '@butaca/ui/fonts';
import '@butaca/ui/tokens.css';
import '@butaca/ui/fonts.css';
import '@butaca/ui/base.css';
import '@butaca/ui/print.css';
import './frame/page.css';
import type { BrandFile } from '@butaca/brand/load';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, useMatches, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import { worldOf } from './calls/server-call.ts';
import { CALL_SETTINGS_ID, type CallSettings } from './calls/settings.ts';
import { Footer } from './chrome/Footer.tsx';
import { footerVariants } from './chrome/footers.ts';
import { Splash } from './chrome/Splash.tsx';
import { TopBar } from './chrome/top-bar/TopBar.tsx';
import { topBarVariant } from './chrome/top-bars.ts';
import { earlyScript } from './frame/early-script.ts';
import { FrameDialogs } from './frame/FrameDialogs.tsx';
import { useLateNavigation } from './frame/late-navigation.ts';
import { NavigationProgress, useNavigationFocus } from './frame/NavigationProgress.tsx';
import { NoticeArea } from './frame/NoticeArea.tsx';
import { useOnlineNavigation } from './frame/online-navigation.ts';
import { PageFault } from './frame/PageFault.tsx';
import { PageShell } from './frame/PageShell.tsx';
import { useAccountPurchase } from './frame/purchase-pieces.ts';
import type { Frame } from './frame/use-frame.ts';
import { withWithdrawalAddress } from './frame/withdrawal-link.ts';
import chromeTexts from './i18n/es/chrome.json';
import { LogOutFrame } from './login/external/LogOutFrame.tsx';
import { OfferAfterLogIn } from './login/passkey-offer/OfferAfterLogIn.tsx';
import { pathTo } from './paths.ts';
import { themeColours } from './seo/theme-colours.ts';
import { useExitToLogin } from './session/exit-to-login.ts';
import { isDoubtfulSession } from './session/store.ts';

export async function loader({ context }: Route.LoaderArgs): Promise<Frame> {
  const { brand, look, client, publicOrigin } = worldOf(context);
  const showTypes = await client.ask(listShowTypes, {});
  return {
    brand: withWithdrawalAddress(publicBrand(brand), publicOrigin),
    bar: topBarVariant(brand.chrome.topBar),
    footers: footerVariants(brand.chrome.footer),
    origin: publicOrigin,
    logoSvg: look.logoSvg,
    tokensCss: look.tokensCss,
    themeColours: themeColours(look.tokensCss, topBarVariant(brand.chrome.topBar).tone),
    pictures: brandPictures(look.files),
    showTypes: showTypes?.items ?? [],
  };
}

/** The brand's pictures by file name: vector pictures have an address of this origin, others are data URLs. */
const brandPictures = (files: readonly BrandFile[]): Frame['pictures'] =>
  Object.fromEntries(
    files.map(({ name, hash, mediaType, bytes, size }) => [
      name,
      {
        src: mediaType === 'image/svg+xml' ? pathTo('brandFile', { hash, name }) : `data:${mediaType};base64,${bytes.toString('base64')}`,
        ...(size && { width: Math.round((MARK_HEIGHT * size.width) / size.height), height: MARK_HEIGHT }),
      },
    ]),
  );

/** Of the marks in the footer, in px; their width follows from it, so that nothing moves when they come. */
const MARK_HEIGHT = 40;

/** The frame of a page never changes while it is open. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: React.ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>('root');
  return (
    // The early script changes the element's attributes before hydration.
    <html lang={frame?.brand.locale.language ?? 'es'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {frame?.pictures['favicon.svg'] && <link rel="icon" href={frame.pictures['favicon.svg'].src} type="image/svg+xml" />}
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {frame &&
          (['light', 'dark'] as const).map((theme) => (
            <meta key={theme} name="theme-color" content={frame.themeColours[theme]} media={`(prefers-color-scheme: ${theme})`} />
          ))}
        {firstFonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own file, checked at start */}
        {frame && <style dangerouslySetInnerHTML={{ __html: frame.tokensCss }} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: ours, the same for every page */}
        {frame && <script dangerouslySetInnerHTML={{ __html: earlyScript() }} />}
      </head>
      <body>
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of the brand, with no way out of the element */}
        {frame && <script type="application/json" id={CALL_SETTINGS_ID} dangerouslySetInnerHTML={{ __html: callSettings(frame) }} />}
        <Scripts />
      </body>
    </html>
  );
}

const copiesOf = ({ staticBillboard, staticShow }: Frame['brand']['hosts']): Pick<CallSettings, 'copies'> =>
  staticBillboard || staticShow
    ? {
        copies: {
          ...(staticBillboard && { '/v2/Cartelera': staticBillboard }),
          ...(staticShow && { '/v2/EspectaculoCartel/:id': staticShow }),
        },
      }
    : {};

const callSettings = ({ brand }: Frame): string =>
  JSON.stringify({
    host: brand.hosts.api,
    alternative: brand.hosts.alternative,
    ...copiesOf(brand.hosts),
    headerNames: brand.headers,
    countryCode: brand.locale.countryCode,
    timeZone: brand.locale.timeZone,
    services: brand.services,
    ...(brand.login.mode === 'EXTERNAL_LOGIN' && brand.login.external && { externalLogin: brand.login.external }),
    seatSelectionRequiresLogin: brand.flags.seatSelectionRequiresLogin,
    waitingRoom: brand.waitingRoom,
    homeRedirectUrl: brand.homeRedirectUrl,
    sessionMinutes: brand.login.sessionMinutes,
  } satisfies CallSettings).replace(/</g, '\\u003c');

/** The frame without its page, which the browser reads by itself: too many pages were asked for to render this one. */
export function HydrateFallback() {
  const frame = useRouteLoaderData<typeof loader>('root');
  if (!frame) return null;
  return (
    <>
      <TopBar frame={frame} />
      <PageShell />
      <Footer frame={frame} />
    </>
  );
}

export default function App({ loaderData: frame }: Route.ComponentProps) {
  const { t } = useTranslation(chromeTexts);
  useNavigationFocus();
  useExitToLogin();
  useDoubtfulSession();
  useOnlineNavigation();
  useLateNavigation();
  useAccountPurchase();
  // The box office has a bar of its own and no footer.
  const handles = useMatches().map(({ handle }) => handle);
  const isCounter = handles.includes('counter');
  return (
    <>
      <SkipLink href="#main">{t('skip')}</SkipLink>
      <Splash />
      {!isCounter && <TopBar frame={frame} />}
      <NavigationProgress />
      <NoticeArea />
      <OfferAfterLogIn />
      <Outlet />
      {!isCounter && <Footer frame={frame} inPurchase={handles.includes('purchase')} />}
      <FrameDialogs />
      <LogOutFrame />
    </>
  );
}

/** Asks the server's time where the device says that the session is over: a public page may have nothing else to ask it. */
const useDoubtfulSession = () =>
  useEffect(() => {
    if (isDoubtfulSession()) import('./calls/learn-time.ts').then(({ learnTime }) => learnTime()).catch(() => undefined);
  }, []);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFault error={error} />;
}
