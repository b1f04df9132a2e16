export { issueTickets } from './issue-tickets.ts';
export { type OrderRecord, readOrder, readOrders } from './read-order.ts';
