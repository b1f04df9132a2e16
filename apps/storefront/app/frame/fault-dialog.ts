import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** What happened, by the dialog's text: no answer (AN-005), or nothing done because the click's key had been used for something else. */
export type FaultText = 'attention.text' | 'attention.key-reused';

const fault = createStore<FaultText | null>(null);

/** Opens the frame's dialog; several faults at once are one dialog (AN-005). */
export const openFaultDialog = (text: FaultText) => fault.set(text);

export const closeFaultDialog = () => fault.set(null);

export const useFaultDialog = (): FaultText | null => useStore(fault, () => null);
