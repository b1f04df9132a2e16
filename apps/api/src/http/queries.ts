import type { Db } from '#db/connect';

export const ping = (db: Db) => db`select 1`;
