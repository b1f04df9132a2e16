import type { Client } from '@butaca/contract';

/** The browser's way to the API, loaded when it is first needed: the server renders these screens' shells and has no such thing. */
export const browserClient = async (): Promise<Client> => (await import('../../calls/browser-client.ts')).client;
