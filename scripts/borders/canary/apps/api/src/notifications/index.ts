export const notifications = 1;
