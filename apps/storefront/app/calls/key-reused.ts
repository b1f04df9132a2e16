/**
 * Whether nothing was done because the click's key had been used for something else. The frame's dialog says so once for every screen, and the
 * page is read again; a screen says nothing beside it, unless it has asked with `saysKeyReused` to say it in its own words.
 */
export const isKeyReused = (outcome: { readonly status: string; readonly failure?: string }): boolean =>
  outcome.status === 'refusal' && outcome.failure === 'key_reused';
