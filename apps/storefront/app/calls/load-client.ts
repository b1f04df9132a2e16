import type { Client } from '@butaca/contract';

/** The browser's way to the API, loaded when it is first needed: the server renders shells of these screens and has no such client. */
export const loadClient = async (): Promise<Client> => (await import('./browser-client.ts')).client;
