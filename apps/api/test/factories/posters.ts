import { createHash } from 'node:crypto';
import type { Db } from '../../src/db/connect.ts';

export const drawing = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300"><path fill="${colour}" d="M0 0h200v300H0z"/></svg>`,
  );

/** Gives the show of a performance a poster of these bytes. */
export async function havePoster(db: Db, performanceId: number, bytes: Buffer, mediaType = 'image/svg+xml') {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  await db`insert into image (hash, media_type, width, height, bytes) values (${hash}, ${mediaType}, 200, 300, ${bytes}) on conflict do nothing`;
  await db`
    insert into show_image (show_id, kind, alt, ink, source_hash, image_hash)
    select show_id, 'poster', 'Afiche', '#1a2b3c', ${hash}, ${hash} from performance where id = ${performanceId}
    on conflict (show_id, kind) do update set image_hash = excluded.image_hash`;
  return hash;
}
