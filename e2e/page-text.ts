import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the brand's own text of a page: its title, the titles of its parts, and how its first part begins. */
export async function pageText(name: string) {
  const text = await readFile(join(import.meta.dirname, `../brands/butaca/pages/${name}.md`), 'utf8');
  const titles = (level: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${level} `))
      .map((line) => line.slice(level.length + 1));
  const [first = ''] = text.split('\n\n').filter((part) => /^\p{L}/u.test(part));
  return { title: titles('#')[0] ?? '', parts: titles('##'), opening: first.split('\n')[0] ?? '' };
}
