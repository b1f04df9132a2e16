import { buildSandbox } from './app.ts';
import { Arca } from './arca/arca.ts';
import { Bancard } from './bancard/bancard.ts';
import { ConfigError, readConfig } from './config.ts';
import { Gateway } from './gateway/gateway.ts';
import { Identity } from './identity/identity.ts';
import { Inbox } from './mail/inbox.ts';
import { receiveMail } from './mail/receive.ts';
import { mailControl } from './mail/switches.ts';
import { PayPal } from './paypal/paypal.ts';
import { Recaptcha } from './recaptcha/recaptcha.ts';
import { Wallets } from './wallets.ts';

const config = configOrExit();
const inbox = new Inbox();
const control = mailControl();
const app = buildSandbox({
  inbox,
  control,
  gateway: new Gateway({ journal: config.gatewayJournal }),
  access: config.gateway,
  identity: new Identity(config.identity),
  recaptcha: new Recaptcha(config.recaptcha),
  wallets: new Wallets(config.wallets),
  cybersource: config.cybersource,
  bancard: new Bancard(config.bancard),
  newsletter: config.newsletter,
  mailValidation: config.mailValidation,
  paypal: new PayPal(config.paypal),
  arca: new Arca(config.arca),
});
const smtp = await receiveMail(inbox, { host: config.host, port: config.smtpPort, control }).catch(refuseToStart);
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => void stop());
await app.listen({ host: config.host, port: config.port }).catch(refuseToStart);

async function stop() {
  await Promise.all([app.close(), smtp.close()]);
  process.exit(0);
}

function configOrExit() {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuseToStart(error);
  }
}

function refuseToStart(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
