import { expect, test } from 'vitest';
import { severeFindings } from '../../dependencies/audit.ts';
import { isAllowed, licencesDocument, mayBeInstalled, productionDependencies } from '../../dependencies/licences.ts';

test('what production installs is listed once by name, without what only builds need and without our own', () => {
  const packages = {
    '': { license: 'MIT' },
    'apps/api': { license: 'MIT' },
    'node_modules/@butaca/api': { link: true },
    'node_modules/zod': { license: 'MIT' },
    'apps/api/node_modules/zod': { license: 'MIT' },
    'node_modules/@fontsource/inter': { license: 'OFL-1.1' },
    'node_modules/vitest': { license: 'MIT', dev: true },
    'node_modules/nameless': {},
  };
  const dependencies = productionDependencies({ packages });
  expect(dependencies).toEqual([
    { name: '@fontsource/inter', licence: 'OFL-1.1' },
    { name: 'nameless', licence: 'none' },
    { name: 'zod', licence: 'MIT' },
  ]);
  expect(licencesDocument(dependencies)).toContain('| zod | MIT |');
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND OFL-1.1', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['none', false],
  ['(MIT OR Apache-2.0) AND (GPL-2.0-only OR AGPL-3.0-only)', false],
])('the licence %s is allowed: %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

test('a package that was looked at is allowed with the licence that it had then, and no other package with it', () => {
  expect(mayBeInstalled({ name: '@img/sharp-libvips-linux-x64', licence: 'LGPL-3.0-or-later' })).toBe(true);
  expect(mayBeInstalled({ name: '@img/sharp-wasm32', licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' })).toBe(true);
  expect(mayBeInstalled({ name: '@img/sharp-wasm32', licence: 'AGPL-3.0-only' })).toBe(false);
  expect(mayBeInstalled({ name: 'another', licence: 'LGPL-3.0-or-later' })).toBe(false);
});

test('of an audit the severe findings count; no answer of the registry is no finding', () => {
  const report = { vulnerabilities: { a: { name: 'a', severity: 'critical' }, b: { name: 'b', severity: 'moderate' } } };
  expect(severeFindings(JSON.stringify(report))).toEqual(['a: critical']);
  expect(severeFindings(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  expect(severeFindings(JSON.stringify({ error: { code: 'E405' } }))).toBeNull();
  expect(severeFindings('')).toBeNull();
});
