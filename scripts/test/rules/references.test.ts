import { expect, test } from 'vitest';
import { deadReferences } from '../../references/dead-references.ts';

const around: Readonly<Record<string, string>> = {
  'README.md': '# Butaca\n\n## How it is built\n',
  'docs/sale.md': '# The sale\n\n## A place is a row\n\n```\n# not a heading\n```\n',
  'docs/requirements.md': '## GE — General (spec §1)\n\n| GE-001 | sells tickets | C-01 |\n',
  'docs/decisions/007-react.md': '# 007 React\n',
  'apps/api/src/sale/stages.ts': '/** What may follow what. */\nexport const stages = {};\n',
  'apps/api/migrations/README.md': '| design §5 | [docs/sale.md](../../../docs/sale.md) |\n',
};

const deadIn = (file: string, text: string) => deadReferences(new Map(Object.entries({ ...around, [file]: text }))).dead;

test.each([
  ['a link to a file that is gone', 'docs/TOUR.md', '[the sale](sales.md)', 'sales.md'],
  ['a link to a heading that is gone', 'docs/TOUR.md', '[rows](sale.md#a-seat-is-a-row)', 'sale.md#a-seat-is-a-row'],
  ['a link to a line of an example', 'docs/TOUR.md', '[rows](sale.md#not-a-heading)', 'sale.md#not-a-heading'],
  ['a heading of the document itself that is gone', 'README.md', '# Butaca\n[see](#install)', '#install'],
  ['a path in a document', 'docs/TOUR.md', 'It stands in `sale/steps.ts`.', 'sale/steps.ts'],
  ['a folder in a document', 'docs/TOUR.md', 'It stands in `apps/api/src/purchase`.', 'apps/api/src/purchase'],
  ['a path in a comment', 'apps/api/src/app.ts', '// As in sale/steps.ts.\n', 'sale/steps.ts'],
  ['a document in a comment', 'apps/api/src/app.ts', '/** As payments.md says. */\n', 'payments.md'],
  ['a heading in a comment', 'apps/api/src/app.ts', '/** A row (docs/sale.md#rows). */\n', 'docs/sale.md#rows'],
  ['a path in a style sheet', 'apps/storefront/app/a.css', '/* As in\n * tokens.css. */', 'tokens.css'],
  ['a path in a migration', 'apps/api/migrations/0001_a.sql', '-- Read by sale/steps.ts', 'sale/steps.ts'],
  ['a decision', 'apps/api/src/app.ts', '// Kept (decision 007), unlike Decision 8.\n', 'Decision 8'],
  ['a section of a document that is not here', 'apps/api/src/app.ts', '// One row each (design §5.1).\n', 'design §5.1'],
  ['a section that no table of the migrations explains', 'apps/api/migrations/0001_a.sql', '-- See design §9', 'design §9'],
  ['a requirement row in a title', 'apps/api/test/rules/a.test.ts', "test('it sells (GE-001, GE-099)', () => {});", 'GE-099'],
  ['a decided question in a comment', 'apps/api/src/app.ts', '// As decided (C-77).\n', 'C-77'],
])('%s is found', (_, file, text, reference) => {
  expect(deadIn(file, text)).toEqual([`${file}: ${reference}`]);
});

test('references that exist, lead elsewhere or are part of an example are not dead', () => {
  const document = [
    '[sale](sale.md#a-place-is-a-row), [built](../README.md#how-it-is-built), [decisions](decisions), [site](https://example.org/x.md)',
    '`sale/stages.ts`, `apps/api/src/sale`, `apps/*/x.ts`, decision 007, RFC 8410 §7, GE-001, C-01',
    '```\nsee apps/api/src/nowhere.ts\n```',
  ].join('\n');
  expect(deadIn('docs/TOUR.md', document)).toEqual([]);
  expect(deadIn('apps/api/src/app.ts', "const steps = 'sale/steps.ts'; // stages.ts (decision 7), sale.md#a-place-is-a-row\n")).toEqual([]);
  expect(deadIn('apps/api/migrations/0001_a.sql', '-- As in design §5, by sale/stages.ts')).toEqual([]);
});
