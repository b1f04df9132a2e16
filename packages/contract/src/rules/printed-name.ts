/**
 * What tickets can print: Latin, Greek and Cyrillic letters with their marks, and the signs that names have. The fonts of the documents hold
 * all of it (`apps/api/test/rules/orders-documents.test.ts`); anything else would be a question mark on paper.
 */
const PRINTED =
  /^(?:[ \u00a0'’‘ʻʼ´`.,·ªºA-Za-zÀ-ÖØ-öø-\u02af\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u03f5\u03f7-\u0481\u048a-\u052f\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fbc\u1fc2-\u1fc4\u1fc6-\u1fcc\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ff4\u1ff6-\u1ffc]|[\u0300-\u034e\u0350-\u036f\u0483-\u0487])*$/u;
/** More marks than any language puts on a letter would reach into the lines above and below. */
const PILED_UP = /\p{M}{3}/u;

export const isPrinted = (text: string): boolean => PRINTED.test(text) && !PILED_UP.test(text.normalize('NFC'));
