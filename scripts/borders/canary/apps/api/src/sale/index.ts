export const sale = 1;
