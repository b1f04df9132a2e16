export const waiting_room = 1;
