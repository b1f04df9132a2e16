export const office = 1;
