import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { buildSandbox } from '../src/app.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { Gateway } from '../src/gateway/gateway.ts';
import { Inbox } from '../src/mail/inbox.ts';
import { receiveMail } from '../src/mail/receive.ts';

const inbox = new Inbox();
const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0 });
const app = buildSandbox({ inbox, gateway: new Gateway(), access: readConfig({}).gateway });
afterAll(() => Promise.all([app.close(), smtp.close()]));

const send = async (mail: SendMailOptions) => {
  const transport = createTransport({ host: '127.0.0.1', port: smtp.port, secure: false });
  await transport.sendMail({ from: 'Butaca <entradas@butaca.example>', to: 'ana@correo.example', ...mail });
  return inbox.newestFirst()[0]?.id;
};
const get = (url: string) => app.inject(url);
const emptyMail = {
  receivedAt: 0,
  messageId: '',
  from: '',
  to: [],
  subject: '',
  text: '',
  html: '',
  attachments: [],
  pictures: [],
  listUnsubscribe: '',
  size: 1,
};

test('a mail sent over SMTP is in the inbox with its texts and attachments', async () => {
  const id = await send({
    subject: 'Función en Ñuñoa',
    text: 'Hola, ¿venís?',
    html: '<p>Hola</p>',
    attachments: [{ filename: 'entradas.pdf', content: Buffer.from('%PDF') }],
  });
  const { mails } = (await get('/mail.json')).json();
  expect(mails[0]).toMatchObject({
    id,
    from: 'Butaca <entradas@butaca.example>',
    to: ['ana@correo.example'],
    subject: 'Función en Ñuñoa',
    text: expect.stringContaining('¿venís?'),
    html: expect.stringContaining('<p>Hola</p>'),
    attachments: [{ name: 'entradas.pdf', size: 4 }],
  });
  expect((await get('/mail')).body).toContain('Función en Ñuñoa');
  const attachment = await get(`/mail/${id}/attachments/0`);
  expect(attachment.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  expect(attachment.headers['content-disposition']).toMatch(/^attachment;/);
  expect(attachment.body).toBe('%PDF');
});

test('a mail is shown as text, or in a frame that runs no script', async () => {
  const nasty = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
  const id = await send({ from: { name: nasty, address: 'a@b.co' }, subject: nasty, text: nasty, html: nasty });
  const pages = [await get('/mail'), await get(`/mail/${id}`)];
  for (const { body, headers } of pages) {
    expect(body).not.toContain('<script');
    expect(body).not.toContain('<img');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  expect(pages[1]?.body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
});

test('a PDF opens in the browser and a calendar as text; an attachment that could run is only downloaded', async () => {
  const attachment = (filename: string, contentType: string) => ({ filename, contentType, content: Buffer.from(`${filename} in ñ`) });
  const id = await send({
    subject: 'Tus entradas',
    text: 'Hola',
    attachments: [
      attachment('entradas.pdf', 'application/pdf'),
      attachment('función.ics', 'text/calendar; charset=utf-8; method=PUBLISH'),
      attachment('trampa.html', 'text/html'),
    ],
  });
  const { body } = await get(`/mail/${id}`);
  expect(body.match(/attachments\/\d\/open/g)).toEqual(['attachments/0/open', 'attachments/1/open']);
  const [pdf, calendar, trap] = await Promise.all([0, 1, 2].map((index) => get(`/mail/${id}/attachments/${index}/open`)));
  expect(pdf).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' } });
  expect(pdf?.headers['content-disposition']).toMatch(/^inline; filename\*=UTF-8''entradas\.pdf$/);
  expect(calendar?.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(calendar?.headers['content-security-policy']).toContain("default-src 'none'");
  expect(calendar?.body).toContain('función.ics in ñ');
  expect(trap?.statusCode).toBe(404);
  expect(await get(`/mail/${id}/attachments/9/open`)).toMatchObject({ statusCode: 404 });
});

test('a picture of the mail’s own stands in its frame, and not among the attachments', async () => {
  const picture = (cid: string, contentType: string) => ({ cid, contentType, filename: cid, content: Buffer.from(cid) });
  const id = await send({
    html: '<p><img src="cid:one@here"><img src="cid:two@here"></p>',
    attachments: [
      { filename: 'entradas.pdf', content: Buffer.from('%PDF') },
      picture('one@here', 'image/png'),
      picture('two@here', 'text/html'),
    ],
  });
  const [mail] = (await get('/mail.json')).json().mails;
  expect(mail.attachments).toEqual([expect.objectContaining({ name: 'entradas.pdf' })]);
  expect(mail.pictures).toMatchObject([{ cid: 'one@here', mediaType: 'image/png' }, { cid: 'two@here' }]);
  const { body } = await get(`/mail/${id}`);
  expect(body).toContain(`data:image/png;base64,${Buffer.from('one@here').toString('base64')}`);
  expect(body).not.toContain('data:text/html');
});

test('the last 200 mails are kept', () => {
  const full = new Inbox();
  for (let count = 0; count < 201; count += 1) full.add(emptyMail);
  expect(full.newestFirst().map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => 201 - index));
  expect(full.find(1)).toBeUndefined();
});

test('large mails leave before memory does', () => {
  const full = new Inbox();
  for (let count = 0; count < 20; count += 1) full.add({ ...emptyMail, size: 5 * 1024 * 1024 });
  expect(full.newestFirst().length).toBeLessThanOrEqual(12);
});

test('the first page says what the sandbox stands in for', async () => {
  expect((await get('/')).body).toContain('El mundo de afuera, en esta máquina');
  expect(await get('/mail/999999')).toMatchObject({ statusCode: 404 });
  expect(await get('/nada')).toMatchObject({ statusCode: 404 });
});

test('the sandbox does not start in production', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(ConfigError);
  expect(readConfig({ PORT: '4000', SMTP_PORT: '4025' })).toMatchObject({ host: '127.0.0.1', port: 4000, smtpPort: 4025 });
});
