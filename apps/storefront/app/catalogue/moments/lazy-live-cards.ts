import { lazy } from 'react';
import type Loaded from './LiveCards.tsx';

/** No part of a first visit. Without it the cards stay as they came. */
export const LiveCards = lazy<typeof Loaded>(() => import('./LiveCards.tsx').catch(() => ({ default: () => null })));
