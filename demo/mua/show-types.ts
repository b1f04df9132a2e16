/** The bar of this brand shows those whose order is at most five (TB-004). */
export const muaShowTypes = [
  { id: 1, name: 'Conciertos', order: 1 },
  { id: 2, name: 'Teatro', order: 2 },
  { id: 3, name: 'Danza', order: 3 },
  { id: 4, name: 'Humor', order: 4 },
  { id: 5, name: 'Cancha', order: 5 },
  { id: 6, name: 'Para chicos', order: 6 },
] as const;
