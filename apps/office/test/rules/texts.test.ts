import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const catalogue = (language: string, area: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../app/i18n/${language}/${area}.json`), 'utf8')) as Record<string, string>;
const values = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

test.each(['office', 'queue'])('the office says everything of its %s in every language, with the same values', (area) => {
  const es = catalogue('es', area);
  for (const language of ['en', 'pt']) {
    const other = catalogue(language, area);
    expect(other.namespace).toBe(area);
    expect(Object.keys(other).sort()).toEqual(Object.keys(es).sort());
    for (const [key, text] of Object.entries(es)) {
      expect(other[key]?.trim(), `${language}: ${key}`).not.toBe('');
      expect(values(other[key]), `${language}: ${key}`).toEqual(values(text));
    }
  }
});
