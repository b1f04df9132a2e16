export const nCantidad = 1;
