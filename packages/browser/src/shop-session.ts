/** Where the shop keeps its session, the counter's too. */
export const SHOP_SESSION_KEY = 'butaca.session';

/**
 * Logged in while a login time exists and fewer minutes have passed than the brand's sessions last (CO-004); a login in
 * the future counts (SE-002, C-05).
 */
export const isOpen = (loggedInAt: number | undefined, now: number, sessionMinutes: number): boolean =>
  loggedInAt !== undefined && Number.isFinite(loggedInAt) && now - loggedInAt < sessionMinutes * 60_000;
