export const catalogue = 1;
