/**
 * Whether a secret could have come from a random generator. What no length makes up for is refused: repetitions, sequences, and words
 * in any spelling. A good secret fails one of these checks less than once in 10,000.
 */
export function weaknessOf(secret: string): string | undefined {
  if (repeats(Buffer.from(secret))) return 'repeats itself';
  if (readsAsWords(secret)) return 'reads like words';
  return undefined;
}

/** The same for a key of 32 bytes in base64url, which is also looked at decoded: text in base64 looks random. */
export function keyWeaknessOf(key: string): string | undefined {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.every((byte) => byte >= FIRST_PRINTABLE && byte <= LAST_PRINTABLE)) return 'is text';
  if (repeats(bytes)) return 'repeats itself';
  return weaknessOf(key);
}

const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;

/** Hexadecimal figures have 16 values; 32 random ones have fewer than eight different values once in a hundred million. */
const FEWEST_VALUES = 8;

/** Few values, few steps between neighbours (a sequence has one), or a part that is the whole again. */
function repeats(bytes: Buffer): boolean {
  const steps = bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0));
  if (new Set(bytes).size < FEWEST_VALUES || new Set(steps).size < FEWEST_VALUES) return true;
  const sameAgain = (distance: number) => bytes.subarray(distance).filter((byte, index) => byte === bytes[index]).length;
  return Array.from({ length: bytes.length / 2 }, (_, index) => index + 1).some(
    (distance) => sameAgain(distance) > (bytes.length - distance) / 2,
  );
}

/** The pairs of letters that make up most of English and Spanish text, and a sixth of random letters. */
const COMMON_PAIRS = new Set(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch
   ll be ma si om ur la el qu ue os do ad da ci ta ac ca un na no mo po pr tr lo su so mi sa ke ey wo rd pa ss cr et ut bu ke ct ho wa`
    .trim()
    .split(/\s+/),
);
/** Rows and slanting columns of a keyboard. */
const KEYBOARD = 'qwertyuiop asdfghjkl zxcvbnm qaz wsx edc rfv tgb yhn ujm';
const FEWEST_PAIRS = 10;
const MOST_COMMON = 0.5;
/** Its letters are A to F, which happen to make common pairs. */
const HEXADECIMAL = /^[0-9a-f]+$/i;
/** Figures and signs that stand for letters: `p4ssw0rd`. */
const LETTER_OF: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

function readsAsWords(secret: string): boolean {
  if (HEXADECIMAL.test(secret)) return false;
  const plain = secret.toLowerCase();
  const respelled = plain.replace(/[013457@$]/g, (sign) => LETTER_OF[sign] ?? sign);
  return [plain, respelled].some((text) => {
    const pairs = Array.from(text.slice(1), (letter, index) => `${text[index]}${letter}`).filter((pair) => /^[a-z]{2}$/.test(pair));
    const most = pairs.length * MOST_COMMON;
    const known = [(pair: string) => COMMON_PAIRS.has(pair), (pair: string) => KEYBOARD.includes(pair)];
    return pairs.length >= FEWEST_PAIRS && known.some((is) => pairs.filter(is).length > most);
  });
}
