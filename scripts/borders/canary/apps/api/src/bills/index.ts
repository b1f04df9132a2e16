export const bills = 1;
