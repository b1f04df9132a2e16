import type { Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';

/** What Ctrl+P puts on each sheet of A4, as text. */
export async function printed(page: Page, { landscape = false } = {}): Promise<readonly string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4', landscape })), { verbosity: 0 });
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    }),
  );
}
