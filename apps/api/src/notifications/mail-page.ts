import type { LanguageCode } from '@butaca/brand/languages';
import { textsOf } from '../texts/index.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The style of every mail, inline because half of the mail clients ignore style sheets. */
export const serif = "Georgia,'Times New Roman',serif";
export const sans = 'Helvetica,Arial,sans-serif';
export const ink = '#1d1a16';
export const soft = '#6b6259';
export const line = '#e2dcd2';

/** For clients that support dark mode by media query; others show the colours above or invert them. */
const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#151210!important}.card{background:#211d19!important}
.ink{color:#f4ede3!important}.soft{color:#b8ac9e!important}.line{border-color:#3a322c!important}
.button{background:#f4ede3!important;color:#1d1a16!important}
}`;

export interface MailPage {
  readonly brandName: string;
  readonly language: LanguageCode;
  readonly title: string;
  /** What inboxes show beside the subject, when the page begins with something else. */
  readonly preview?: string;
  /** HTML whose variable parts are escaped already. */
  readonly body: string;
  readonly action: { readonly label: string; readonly url: string };
}

/** A mail that reads well everywhere: tables, inline styles, no images, and the link once more as text. */
export function mailPage({ brandName, language, title, preview, body, action }: MailPage): string {
  const url = escapeHtml(action.url);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f4f1ec">${preview ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>` : ''}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ec">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td class="soft" style="padding:32px 32px 0;font:600 15px/1.4 ${serif};color:${soft}">${escapeHtml(brandName)}</td></tr>
<tr><td class="ink" style="padding:12px 32px 0;font:400 28px/1.25 ${serif};color:${ink}">${escapeHtml(title)}</td></tr>
<tr><td class="ink" style="padding:20px 32px 8px;font:400 16px/1.55 ${sans};color:${ink}">${body}</td></tr>
<tr><td style="padding:0 32px 16px"><a class="button" href="${url}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${ink};color:#ffffff;font:600 16px/1 ${sans};text-decoration:none">${escapeHtml(action.label)}</a></td></tr>
<tr><td class="soft" style="padding:0 32px 32px;font:400 13px/1.5 ${sans};color:${soft};word-break:break-word">${textsOf(language).mails('copyLink')}<br>${url}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
