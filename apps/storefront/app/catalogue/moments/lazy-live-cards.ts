import { lazy } from 'react';
import type Loaded from './LiveCards.tsx';

/** Cards that have just come have nothing to follow yet, and the network is still bringing their posters. */
const NOT_BEFORE_MS = 6000;

/** No part of a first visit. Without it the cards stay as they came. */
export const LiveCards = lazy<typeof Loaded>(async () => {
  await new Promise((resolve) => setTimeout(resolve, NOT_BEFORE_MS));
  return import('./LiveCards.tsx').catch(() => ({ default: () => null }));
});
