/** What the server is told of the wallets that the sandbox plays, at the port of its pages. */
export const sandboxWallets = (port: number): Readonly<Record<string, string>> => ({
  MERCADOPAGO_URL: `http://127.0.0.1:${port}/mercadopago`,
  MERCADOPAGO_ACCESS_TOKEN: 'sandbox-mercadopago-token',
  MERCADOPAGO_WEBHOOK_SECRET: 'sandbox-mercadopago-webhook-secret',
  MERCADOPAGO_PUBLIC_KEY: 'sandbox-mercadopago-public-key',
  APAY_URL: `http://127.0.0.1:${port}/apay/api`,
  APAY_KEY: 'sandbox-apay-key',
  APAY_WEBHOOK_SECRET: 'sandbox-apay-webhook-secret',
  POOL_URL: `http://127.0.0.1:${port}/pool/api`,
  POOL_KEY: 'sandbox-pool-key',
  POOL_WEBHOOK_SECRET: 'sandbox-pool-webhook-secret',
  MODO_URL: `http://127.0.0.1:${port}/modo`,
  MODO_USERNAME: 'sandbox-modo-user',
  MODO_PASSWORD: 'sandbox-modo-password',
  MODO_MERCHANT: 'Butaca',
  MODO_PROCESSOR_CODE: 'sandbox-acquirer',
  PAYPAL_URL: `http://127.0.0.1:${port}/paypal`,
  PAYPAL_CLIENT_ID: 'sandbox-paypal',
  PAYPAL_SECRET: 'sandbox-paypal-secret',
  PAYPAL_WEBHOOK_ID: 'sandbox-webhook',
  TIGO_URL: `http://127.0.0.1:${port}/tigo`,
  TIGO_KEY: 'sandbox-tigo-key',
  TIGO_SECRET: 'sandbox-tigo-secret',
  TIGO_ACCOUNT: '981000000',
  TIGO_PIN: '1234',
  TIGO_MERCHANT_ID: 'butaca',
});

/** Those of the wallets that the environment names no address for. */
export const walletsLeftToSandbox = (environment: NodeJS.ProcessEnv, port: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sandboxWallets(port)).filter(([setting]) => !environment[setting.replace(/_.*/, '_URL')]));
