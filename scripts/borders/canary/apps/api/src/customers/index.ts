export const customers = 1;
