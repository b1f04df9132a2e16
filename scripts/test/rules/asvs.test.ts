import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

test('the summary of the ASVS counts its rows, and a part is not called missing while the server has a library for it', () => {
  const judged = [...text.matchAll(/^\| \d+\.\d+\.\d+ \| (yes|partly|no|n\/a) \|/gm)].map(([, met]) => met);
  const count = (met: string) => judged.filter((each) => each === met).length;
  expect(text).toContain(`${count('yes')} yes, ${count('partly')} partly, ${count('no')} no, ${count('n/a')} not applicable.`);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/api/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  if ('openid-client' in dependencies) expect(text).not.toMatch(/No OAuth|no OIDC/);
});
