import type { FastifyInstance } from 'fastify';
import { mercadoPagoRoutes } from './mercadopago/routes.ts';
import { modoRoutes } from './modo/routes.ts';
import { tigoRoutes } from './tigo/routes.ts';
import { walletRoutes } from './wallet/routes.ts';
import type { Wallets } from './wallets.ts';

export function walletsRoutes(app: FastifyInstance, wallets: Wallets) {
  mercadoPagoRoutes(app, wallets.mercadoPago);
  tigoRoutes(app, wallets.tigo);
  walletRoutes(app, wallets.redirectWallet);
  walletRoutes(app, wallets.polledWallet);
  modoRoutes(app, wallets.modo);
}
