import { escapeUTF8 } from 'entities';
import { textsOf } from '../texts/index.ts';
import { type MailColours, USUAL_COLOURS } from './mail-colours.ts';
import { languageOf, type Sender } from './sender.ts';

/** Outlook's renderer shows `&apos;` as it is written. */
export const escapeHtml = (text: string): string => escapeUTF8(text).replaceAll('&apos;', '&#39;');

/** The style of every mail, inline because half of the mail clients ignore style sheets. */
export const serif = "Georgia,'Times New Roman',serif";
export const sans = 'Helvetica,Arial,sans-serif';
export const ink = '#1d1a16';
export const soft = '#6b6259';
export const line = '#e2dcd2';

/** For clients that support media queries: the sides of a phone's screen, and dark mode; others show the colours above or invert them. */
const styles = ({ accent, onAccent }: MailColours) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.sides{padding-left:20px!important;padding-right:20px!important}.around{padding:16px 8px!important}.beside{display:block!important;width:auto!important;padding:0 0 12px!important}}
@media (prefers-color-scheme:dark){
.paper{background:#151210!important}.card{background:#211d19!important}
.ink{color:#f4ede3!important}.soft{color:#b8ac9e!important}.line{border-color:#3a322c!important}
.button{background:${accent.dark}!important;color:${onAccent.dark}!important}.edge{border-color:${accent.dark}!important}
.accent{color:${accent.dark}!important}
}`;

export interface MailPage {
  readonly title: string;
  /** What inboxes show beside the subject, when the page begins with something else. */
  readonly preview?: string;
  /** HTML whose variable parts are escaped already. */
  readonly body: string;
  readonly action: { readonly label: string; readonly url: string };
}

/** A mail that reads well everywhere: tables, inline styles, pictures only of its own, and the link once more as text. */
export function mailPage({ title, preview, body, action }: MailPage, sender: Sender): string {
  const url = escapeHtml(action.url);
  const language = languageOf(sender);
  const { brandName, colours = USUAL_COLOURS } = sender;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${styles(colours)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f4f1ec">${preview ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>` : ''}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ec">
<tr><td class="around" align="center" style="padding:32px 16px">
<table role="presentation" class="card edge" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px;border-top:6px solid ${colours.accent.light}">
<tr><td class="accent sides" style="padding:26px 32px 0;font:600 15px/1.4 ${serif};color:${colours.accent.light}">${escapeHtml(brandName)}</td></tr>
<tr><td class="ink sides" style="padding:12px 32px 0;font:400 28px/1.25 ${serif};color:${ink}">${escapeHtml(title)}</td></tr>
<tr><td class="ink sides" style="padding:20px 32px 8px;font:400 16px/1.55 ${sans};color:${ink}">${body}</td></tr>
<tr><td class="sides" style="padding:0 32px 16px"><a class="button" href="${url}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${colours.accent.light};color:${colours.onAccent.light};font:600 16px/1 ${sans};text-decoration:none">${escapeHtml(action.label)}</a></td></tr>
<tr><td class="soft sides" style="padding:0 32px 32px;font:400 13px/1.5 ${sans};color:${soft};word-break:break-word">${textsOf(language).mails('copyLink')}<br>${url}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
