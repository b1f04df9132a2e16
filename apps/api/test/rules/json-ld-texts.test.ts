import { describe, expect, test } from 'vitest';
import { textIn } from '../../src/catalogue/import/json-ld/node.ts';

/** What programs that publish do to a text, one after another. */
const encodedAs: Readonly<Record<string, (text: string) => string>> = {
  'by names': (text) => text.replaceAll('&', '&amp;').replaceAll('ñ', '&ntilde;').replaceAll('á', '&aacute;').replaceAll('“', '&ldquo;'),
  'by numbers': (text) => text.replace(/[^a-z ]/gi, (sign) => `&#${sign.codePointAt(0)};`),
  'by hexadecimal numbers': (text) => text.replace(/[^a-z ]/gi, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
};
const TEXTS = ['Mañana será otro día', 'Pan & “Queso”', 'Tom & Jerry: ¡El musical!', 'R&B', 'AT&T á la carte', '¿Cuánto vale? 3 < 4'];

describe('a published text', () => {
  test.each(Object.keys(encodedAs))('encoded %s, up to three times, is read as it was written', (how) => {
    for (const text of TEXTS) {
      let sent = text;
      for (let times = 0; times < 3; times++) {
        sent = encodedAs[how]?.(sent) ?? '';
        expect(textIn(sent), sent).toBe(text);
      }
    }
  });

  test('loses tags, scripts, styles and comments, encoded ones too, and keeps what only looks like a tag', () => {
    expect(textIn('<p>Una <b>noche</b></p><script>track("a < b")</script><style>p { color: red }</style>')).toBe('Una noche');
    expect(textIn('&amp;lt;p&amp;gt;Una noche&amp;lt;/p&amp;gt;&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('Una noche');
    expect(textIn('Una<!-- borrador --> noche<script>never closed')).toBe('Una noche');
    expect(textIn('Rock < Pop > Jazz')).toBe('Rock < Pop > Jazz');
  });

  test('has its blocks on lines of their own where lines are asked for', () => {
    const html = '<h2>Elenco</h2><ul><li>Ana</li><li>Luis</li></ul><p>Una<br/>noche</p>';
    expect(textIn(html, { lines: true })).toBe('Elenco\nAna\nLuis\nUna\nnoche');
    expect(textIn(html)).toBe('Elenco Ana Luis Una noche');
  });
});
