import type { Db } from '#db/connect';

/** False when this challenge was used before, in this process or another. */
export async function useChallenge(db: Db, { signature, expiresAt }: { signature: string; expiresAt: Temporal.Instant }): Promise<boolean> {
  const used = await db`
    insert into used_captcha (signature, expires_at) values (${signature}, ${expiresAt}) on conflict (signature) do nothing returning 1`;
  return used.length === 1;
}
