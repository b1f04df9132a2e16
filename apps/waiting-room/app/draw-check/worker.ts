import { faultsOf, type Proof } from '@butaca/fair-queue';

self.addEventListener('message', ({ data }: MessageEvent<Proof>) => self.postMessage(faultsOf(data)));
