import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Arca } from './arca/arca.ts';
import { arcaRoutes } from './arca/routes.ts';
import type { Bancard } from './bancard/bancard.ts';
import { bancardRoutes } from './bancard/routes.ts';
import type { GatewayWorld } from './config.ts';
import { Cybersource } from './cybersource/cybersource.ts';
import { cybersourceRoutes } from './cybersource/routes.ts';
import type { CybersourceAccess } from './cybersource/signature.ts';
import { gatewayApiRoutes } from './gateway/api-routes.ts';
import { gatewayBankRoutes } from './gateway/bank-routes.ts';
import { gatewayControlRoutes } from './gateway/control-routes.ts';
import type { Identity } from './identity/identity.ts';
import { identityRoutes } from './identity/routes.ts';
import type { Inbox } from './mail/inbox.ts';
import { mailRoutes } from './mail/routes.ts';
import { type MailControl, mailControl } from './mail/switches.ts';
import { mailValidationRoutes } from './mail-validation/routes.ts';
import { measuringRoutes } from './measuring/routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { errorPage, type Html, html, page } from './page.ts';
import type { PayPal } from './paypal/paypal.ts';
import { payPalRoutes } from './paypal/routes.ts';
import { Recaptcha } from './recaptcha/recaptcha.ts';
import { recaptchaRoutes } from './recaptcha/routes.ts';
import type { Wallets } from './wallets.ts';
import { walletsRoutes } from './wallets-routes.ts';

/** Shown mails inherit this policy: they may style themselves, and reach nothing; their frame lets no form be sent. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** The outside services of development and tests, with pages that show what they received. */
export function buildSandbox({
  inbox,
  control = mailControl(),
  gateway,
  access,
  identity,
  recaptcha = new Recaptcha(),
  wallets,
  bancard,
  paypal,
  arca,
  cybersource: cybersourceAccess,
  newsletter = { key: 'sandbox-newsletter-key' },
  mailValidation = { key: 'sandbox-mail-validation-key' },
}: GatewayWorld & {
  inbox: Inbox;
  control?: MailControl;
  identity?: Identity;
  recaptcha?: Recaptcha;
  wallets?: Wallets;
  bancard?: Bancard;
  paypal?: PayPal;
  arca?: Arca;
  cybersource?: CybersourceAccess;
  newsletter?: { readonly key: string };
  mailValidation?: { readonly key: string };
}): FastifyInstance {
  const app = fastify({
    logger: false,
    serverFactory: (handle) =>
      createServer((request, response) => {
        if (!identity?.answer(request, response)) handle(request, response);
      }),
  });

  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', contentSecurityPolicy);
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/html; charset=utf-8').send(errorPage('Acá no hay nada.')));
  app.setErrorHandler<FastifyError>(({ statusCode = 500 }, _, reply) =>
    reply
      .code(statusCode)
      .type('text/html; charset=utf-8')
      .send(errorPage(statusCode < 500 ? 'Eso no se entiende.' : 'Algo falló en la caja de arena.')),
  );

  app.get('/', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(homePage({ mailCount: inbox.newestFirst().length, paymentCount: gateway.paymentsMade().length, wallets })),
  );
  mailRoutes(app, { inbox, control });
  app.register(async (calls) => gatewayApiRoutes(calls, { gateway, access }), { prefix: '/gateway/api/v2' });
  app.register(async (pages) => gatewayControlRoutes(pages, { gateway }));
  app.register(async (pages) => gatewayBankRoutes(pages, { gateway }));
  if (identity) app.register(async (pages) => identityRoutes(pages, identity));
  app.register(async (calls) => recaptchaRoutes(calls, recaptcha));
  app.register(async (calls) => newsletterRoutes(calls, newsletter));
  app.register(async (calls) => mailValidationRoutes(calls, mailValidation));
  app.register(async (calls) => measuringRoutes(calls));
  if (wallets) walletsRoutes(app, wallets);
  const origin = () => `http://localhost:${(app.server.address() as AddressInfo).port}`;
  gateway.origin = origin;
  const cybersource = new Cybersource(origin);
  if (cybersourceAccess) app.register(async (calls) => cybersourceRoutes(calls, { cybersource, access: cybersourceAccess }));
  if (bancard) bancardRoutes(app, bancard);
  if (paypal) app.register(async (calls) => payPalRoutes(calls, paypal));
  if (arca) app.register(async (calls) => arcaRoutes(calls, arca));
  // Answers that are delayed on purpose must not delay the shutdown.
  app.addHook('preClose', async () => {
    gateway.clock.stop();
    cybersource.clock.stop();
  });
  return app;
}

/** The services that the sandbox replaces. */
function homePage({ mailCount, paymentCount, wallets }: { mailCount: number; paymentCount: number; wallets: Wallets | undefined }): string {
  return page({
    title: 'Inicio',
    body: html`
      <h1>El mundo de afuera, en esta máquina</h1>
      <p class="lead">
        La caja de arena reemplaza a los servicios externos mientras se desarrolla y se prueba. Nada de lo que pasa acá sale de esta
        computadora, y en producción no arranca.
      </p>
      <ul class="services">
        <li>
          <h2><a href="/mail">Correo</a></h2>
          <p>Recibe todo lo que se manda por SMTP y no lo entrega a nadie. Sirve para leer los correos como los leería el público.</p>
          <p class="meta">${mailCount === 1 ? '1 correo recibido' : `${mailCount} correos recibidos`}</p>
        </li>
        <li>
          <h2><a href="/identity">Ingreso externo</a></h2>
          <p>Un proveedor de OpenID Connect, para las marcas cuyo público ingresa en otra organización.</p>
        </li>
        <li>
          <h2>reCAPTCHA</h2>
          <p>Una simulación: no mira a nadie y le da a cada formulario el puntaje que se le pide.</p>
        </li>
        <li>
          <h2>Novedades</h2>
          <p>Guarda las direcciones que confirmaron la suscripción, y no les manda nada.</p>
        </li>
        <li>
          <h2>Códigos por correo</h2>
          <p>Recibe los códigos que otro servidor le mandaría a quien se registra, y no los manda a nadie.</p>
        </li>
        <li>
          <h2><a href="/gateway">Tarjetas</a></h2>
          <p>Cobra tarjetas de prueba como una pasarela de pagos, y falla cuando se le pide.</p>
          <p class="meta">${paymentCount === 1 ? '1 pago' : `${paymentCount} pagos`}</p>
        </li>
        ${wallets ? walletList(wallets) : ''}
        <li>
          <h2><a href="/cybersource">Cybersource</a></h2>
          <p>Cobra tarjetas con 3-D Secure: el banco de prueba pregunta si sos vos.</p>
        </li>
        <li>
          <h2><a href="/bancard">Bancard</a></h2>
          <p>Cobra en guaraníes dentro de un marco propio, guarda tarjetas y pide 3-D Secure.</p>
        </li>
        <li>
          <h2><a href="/arca">ARCA</a></h2>
          <p>Autoriza facturas y notas de crédito electrónicas con las reglas del organismo, y ninguna tiene valor fiscal.</p>
        </li>
      </ul>`,
  });
}

const walletList = ({ all }: Wallets): Html => html`
  <li>
    <h2>Billeteras</h2>
    <p>Cada una con la página o el teléfono en el que se paga: ${all.map(({ character: { name, title } }, index) => html`${index > 0 ? ', ' : ''}<a href="/${name}">${title}</a>`)}.</p>
  </li>`;
