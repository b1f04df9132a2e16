import { changePasswordEntrance } from '@butaca/contract';
import { builtOffice, devOffice } from '@butaca/office/server';
import { builtStorefront, devStorefront } from '@butaca/storefront/server';
import { builtWaitingPage, devWaitingPage, PLAIN_FIELD, plainActions } from '@butaca/waiting-room/server';
import type { FastifyInstance } from 'fastify';
import { mountAssets } from '#http/assets';
import { mountOffice, mountPages } from '#http/pages';
import type { Config } from './config.ts';
import { sourcesOfCaptcha } from './customers/index.ts';
import { configuredProviders, originsOf } from './payments/index.ts';
import { type QueueHost, waitingPageRoutes } from './waiting-room/index.ts';

type World = Parameters<typeof builtStorefront>[0];

/**
 * All screens: the storefront at the root, the office under `/oficina`; from their sources while they are developed. Returns what
 * renews the pages when the catalogue changed.
 */
export async function mountScreens(app: FastifyInstance, config: Config, world: World): Promise<() => void> {
  // Asked by password managers (W3C, "A Well-Known URL for Changing Passwords").
  app.get('/.well-known/change-password', (_, reply) => reply.header('cache-control', 'no-store').redirect(changePasswordEntrance, 303));
  return mountPagesOf(app, config, world);
}

/** The origins of the addresses that pages get when a payment has ended. */
export const sourcesOfPixels = ({ pixels }: Pick<World['brand'], 'pixels'>): string[] => [
  ...new Set(Object.values(pixels).flatMap((address) => (address ? [new URL(address).origin] : []))),
];

/** The origins of the other hosts that pages call. */
export function calledHosts({
  brand: { hosts, waitingRoom },
}: {
  readonly brand: Pick<World['brand'], 'hosts' | 'waitingRoom'>;
}): string[] {
  const { api, alternative, staticBillboard, staticShow, countryLookup } = hosts;
  const queue = waitingRoom.enabled ? [waitingRoom.host, waitingRoom.list] : [];
  const addresses = [api, alternative, staticBillboard, staticShow, countryLookup, ...queue];
  return addresses.flatMap((address) => (address === '' ? [] : [new URL(address).origin]));
}

/** The pages of those who wait, here or in a process of the queue host alone. */
export async function mountWaitingPages(
  app: FastifyInstance,
  host: QueueHost,
  { brand, look, developing }: Pick<World, 'brand' | 'look'> & { readonly developing: boolean },
): Promise<void> {
  const elsewhere = brand.waitingRoom.host === '' ? [] : [new URL(brand.waitingRoom.host).origin];
  const form = { field: PLAIN_FIELD, actions: plainActions };
  if (developing) {
    const { middleware, ...pages } = await devWaitingPage({ brand, look }, app.server);
    app.use(middleware);
    return waitingPageRoutes(app, { host, pages: { ...pages, form }, connectTo: elsewhere, developing });
  }
  const { assetsDirectory, ...pages } = await builtWaitingPage({ brand, look });
  await mountAssets(app, '/fila/assets/', assetsDirectory);
  await waitingPageRoutes(app, { host, pages: { ...pages, form }, connectTo: elsewhere, developing });
}

async function mountPagesOf(app: FastifyInstance, config: Config, world: World) {
  const { storefrontDev, publicOrigin, externalLogin } = config;
  const paid = originsOf(configuredProviders(config.providers));
  const captcha = sourcesOfCaptcha(world.brand, config);
  const pages = {
    publicOrigin,
    connectTo: [...calledHosts(world), ...sourcesOfPixels(world.brand), ...paid.tokens, ...captcha.connectTo],
    frames: [
      ...(world.brand.login.external && externalLogin ? [new URL(externalLogin.issuer).origin] : []),
      ...captcha.frames,
      ...paid.frames,
    ],
    formsTo: paid.frames,
    scriptsFrom: captcha.scriptsFrom,
    developing: storefrontDev,
  };
  if (storefrontDev) {
    const { default: middie } = await import('@fastify/middie');
    await app.register(middie);
    // The office first: the storefront's server answers for every address that looks like a source.
    const office = await devOffice(world, app.server);
    app.use(office.middleware);
    mountOffice(app, { page: office.page, elsewhere: captcha, developing: true });
    if (app.queueHost) await mountWaitingPages(app, app.queueHost, { ...world, developing: true });
    const storefront = await devStorefront(world, app.server);
    app.use(storefront.middleware);
    return mountPages(app, { ...pages, storefront });
  }
  const office = await builtOffice(world);
  await mountAssets(app, '/oficina/assets/', office.assetsDirectory);
  mountOffice(app, { page: office.page, elsewhere: captcha, developing: false });
  if (app.queueHost) await mountWaitingPages(app, app.queueHost, { ...world, developing: false });
  const storefront = await builtStorefront(world);
  await mountAssets(app, '/assets/', storefront.assetsDirectory);
  return mountPages(app, { ...pages, storefront });
}
