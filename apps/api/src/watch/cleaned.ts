/** What may be personal in a sentence that is not ours: mail addresses, tokens and codes, quoted values, and numbers as long as a telephone's. */
const personal: readonly (readonly [RegExp, string])[] = [
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '[address]'],
  [/[\w-]{20,}\.[\w-]{20,}(?:\.[\w-]+)?/g, '[token]'],
  [/[\w-]{40,}/g, '[code]'],
  [/\d{6,}|\d(?:[ .-]?\d){6,}/g, '[number]'],
];

const LONGEST = 500;

export function cleaned(sentence: string): string {
  let text = sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence;
  for (const [pattern, instead] of personal) text = text.replace(pattern, instead);
  return text;
}

/** SQLSTATEs of class 22 and 23 repeat the value that was refused. */
const OF_VALUES = /^2[23]/;

/**
 * An error as the log may know it. What a driver adds to its errors (a row in words, a statement's values) is left out; a
 * violated constraint is named.
 */
export function errorFacts(error: unknown) {
  const { name, message, code, constraint_name: constraint, stack } = (error ?? {}) as Partial<Record<string, unknown>>;
  const text = cleaned(typeof message === 'string' && message !== '' ? message : String(code ?? error));
  return {
    type: typeof name === 'string' ? name : typeof error,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    message: OF_VALUES.test(String(code)) ? text.replace(/"[^"]*"/g, '"…"') : text,
    // The first lines of a stack repeat the message.
    ...(typeof stack === 'string'
      ? {
          stack: stack
            .split('\n')
            .filter((line) => /^\s+at /.test(line))
            .join('\n'),
        }
      : {}),
  };
}
