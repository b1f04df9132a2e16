import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocumentFields } from '../../app/login/sign-up/PersonFields.tsx';
import { frameWith, htmlIn } from '../render.ts';

const app = join(import.meta.dirname, '../../app');

/** The text fields of a source, as their tags stand in it. */
function fieldsIn(source: string): string[] {
  return [...source.matchAll(/<(?:Field|PasswordField)\s(?!extends)/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < source.length; end++) {
      const sign = source[end];
      if (sign === '{') depth += 1;
      else if (sign === '}') depth -= 1;
      else if (sign === '>' && depth === 0) break;
    }
    return source.slice(index, end);
  });
}

test('every field of the shop says what the Enter key of a phone does', () => {
  // The counter has a keyboard.
  const files = globSync('**/*.tsx', { cwd: app }).filter((file) => !file.startsWith('box-office'));
  const silent = files.flatMap((file) =>
    fieldsIn(readFileSync(join(app, file), 'utf8')).flatMap((tag) =>
      /enterKeyHint=|readOnly|type="(?:date|hidden)"/.test(tag) ? [] : [`${file}: ${/name="?\{?[^\s"}]+/.exec(tag)?.[0] ?? tag}`],
    ),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});

test('a document that has figures alone is typed on a keyboard of figures, a passport on one of letters', () => {
  const fieldFor = (documentType: 'dni' | 'passport') =>
    /<input[^>]* name="documentNumber"[^>]*>/.exec(htmlIn(frameWith(), DocumentFields, { problems: {}, known: { documentType } }))?.[0];
  expect(fieldFor('dni')).toContain('inputMode="numeric"');
  expect(fieldFor('passport')).toContain('inputMode="text"');
});
