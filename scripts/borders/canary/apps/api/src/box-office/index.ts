export const box_office = 1;
