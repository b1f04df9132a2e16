import { randomBytes } from 'node:crypto';

/** 128 random bits in base64url, 22 characters; ids are made in the application so that rows can live on any node. */
export const randomId = (): string => randomBytes(16).toString('base64url');
