import {
  changePlaces as changePlacesCall,
  changePrice as changePriceCall,
  chargeCash,
  chargeTerminal,
  closeDrawer as closeCall,
  findCounterSales,
  getCounterSale,
  getDrawers,
  handOverProducts as handOverCall,
  listDrawers,
  listOtherPlaces,
  moveCash as moveCall,
  openDrawer as openCall,
  recordPrint as recordPrintCall,
  voidSale as voidCall,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import { own } from '../calls.ts';
import { sellForCash, sellOnTerminal } from '../counter.ts';
import type { SaleWorld } from '../world.ts';
import { changePlaces, findOtherPlaces } from './change-places.ts';
import { findSales, handOverProducts, readCounterSale, recordPrint, voidSale } from './counter-sales.ts';
import { closeDrawer, moveCash, openDrawer, presentForOffice, readDrawers } from './drawers.ts';
import { changePrice } from './lower-price.ts';
import { findDrawers } from './queries-drawers.ts';

/** What a counter does besides taking places: cash, its sales of the day, and its drawer. */
export function counterRoutes(app: FastifyInstance, world: SaleWorld) {
  const { db } = world;
  serve(app, chargeCash, (input) => sellForCash(world, { ...own(input), form: input.body, click: input.click, call: input.watch }));
  serve(app, chargeTerminal, (input) => sellOnTerminal(world, { ...own(input), form: input.body, click: input.click, call: input.watch }));
  serve(app, changePriceCall, (input) => changePrice(world, { ...own(input), ...input.body }));
  serve(app, findCounterSales, ({ query, session }) => findSales(world, session.customerId, query.search));
  serve(app, getCounterSale, ({ params, session }) => readCounterSale(world, params.orderId, session.customerId));
  serve(app, recordPrintCall, (input) =>
    recordPrint(world, { ...input.params, ...input.body, staffId: input.session.customerId, click: input.click }),
  );
  serve(app, handOverCall, (input) =>
    handOverProducts(world, { ...input.params, ...input.body, staffId: input.session.customerId, click: input.click }),
  );
  serve(app, voidCall, (input) =>
    voidSale(world, { ...input.params, ...input.body, staffId: input.session.customerId, click: input.click }),
  );
  serve(app, listOtherPlaces, ({ params, query }) => findOtherPlaces(world, params.orderId, query.ticketId));
  serve(app, changePlacesCall, (input) =>
    changePlaces(world, { ...input.params, ...input.body, staffId: input.session.customerId, click: input.click }),
  );
  serve(app, getDrawers, ({ session }) => readDrawers(db, session.customerId));
  serve(app, openCall, async ({ body, session }) => {
    await openDrawer(db, session.customerId, body.float);
    return readDrawers(db, session.customerId);
  });
  serve(app, moveCall, async (input) => {
    await moveCash(db, input.session.customerId, { ...input.body, click: input.click });
    return readDrawers(db, input.session.customerId);
  });
  serve(app, closeCall, async ({ body, session }) => {
    await closeDrawer(db, session.customerId, body);
    return readDrawers(db, session.customerId);
  });
  serve(app, listDrawers, async () => ({ items: (await findDrawers(db)).map(presentForOffice) }));
}
