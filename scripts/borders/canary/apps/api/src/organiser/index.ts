export const organiser = 1;
