export const inventory = 1;
