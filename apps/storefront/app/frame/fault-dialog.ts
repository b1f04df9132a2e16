import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** Titles of the dialog by their message key (C-03). */
export type FaultTitle = 'Attention';

const fault = createStore<FaultTitle | null>(null);

/** Opens the frame's dialog; several faults at once are one dialog (AN-005). */
export const openFaultDialog = (title: FaultTitle) => fault.set(title);

export const closeFaultDialog = () => fault.set(null);

export const useFaultDialog = (): FaultTitle | null => useStore(fault, () => null);
