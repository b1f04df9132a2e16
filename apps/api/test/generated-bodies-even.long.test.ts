import { meetManyBodies } from './many-generated-bodies.ts';

await meetManyBodies(0);
