export { purchaseRoutes } from './routes.ts';
