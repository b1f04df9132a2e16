/** Of the job that mails a bill or a credit note. */
export const billMailKey = (billId: string) => `send-bill.${billId}`;
