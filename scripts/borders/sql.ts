import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SQL_TEMPLATE = /\b(?:db|tx|sql)(?:<[^`]{0,400}?>)?`|\.unsafe\(/;
const allowed = /(^|\/)queries(-[a-z-]+)?\.ts$|^apps\/api\/src\/db\//;

/** Statements outside `queries.ts` and `src/db`, one line each. */
export async function straySql(root: string): Promise<string[]> {
  const stray: string[] = [];
  for await (const file of glob('apps/*/src/**/*.ts', { cwd: root })) {
    if (!allowed.test(file) && SQL_TEMPLATE.test(await readFile(join(root, file), 'utf8'))) {
      stray.push(`${file}: SQL belongs in queries.ts`);
    }
  }
  return stray;
}
