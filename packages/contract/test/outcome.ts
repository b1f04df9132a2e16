import * as z from 'zod/mini';

/** What was returned, or what was thrown. */
export function outcomeOf(call: () => unknown) {
  try {
    return { returned: call() };
  } catch (error) {
    return { thrown: error instanceof z.core.$ZodError ? error.issues : error };
  }
}
