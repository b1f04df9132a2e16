export const mailboxes = 1;
