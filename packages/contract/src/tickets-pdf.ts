/** Where an order's tickets are as a document, with a bearer token: on sheets, or as a roll printer takes them. */
export const ticketsPdfPath = (orderId: string, format: 'a4' | '80mm') => `/v2/Operacion/${encodeURIComponent(orderId)}/Entradas/${format}`;
