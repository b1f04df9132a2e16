const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

export interface MailPage {
  readonly brandName: string;
  readonly title: string;
  /** HTML whose variable parts are escaped already. */
  readonly body: string;
  readonly action: { readonly label: string; readonly url: string };
}

/** A mail that reads well everywhere: one table, inline styles, no images, and the link once more as text. */
export function mailPage({ brandName, title, body, action }: MailPage): string {
  const url = escapeHtml(action.url);
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f1ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ec">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:32px 32px 0;font:600 15px/1.4 Georgia,'Times New Roman',serif;color:#6b6259">${escapeHtml(brandName)}</td></tr>
<tr><td style="padding:12px 32px 0;font:400 28px/1.25 Georgia,'Times New Roman',serif;color:#1d1a16">${escapeHtml(title)}</td></tr>
<tr><td style="padding:20px 32px 8px;font:400 16px/1.55 Helvetica,Arial,sans-serif;color:#1d1a16">${body}</td></tr>
<tr><td style="padding:0 32px 16px"><a href="${url}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:#1d1a16;color:#ffffff;font:600 16px/1 Helvetica,Arial,sans-serif;text-decoration:none">${escapeHtml(action.label)}</a></td></tr>
<tr><td style="padding:0 32px 32px;font:400 13px/1.5 Helvetica,Arial,sans-serif;color:#6b6259">O copiá este enlace en tu navegador:<br>${url}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
