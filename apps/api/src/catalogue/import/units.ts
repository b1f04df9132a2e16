/** Files write amounts in units and rates in percent; inside they are hundredths of both. */
export const minorUnits = (amount: number) => Math.round(amount * 100);
