import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { beforeEach, expect, test } from 'vitest';
import { textAt } from '../src/arca/soap.ts';
import { anArca, ISSUER, SHOP, sign, THURSDAY } from './an-arca.ts';

const shop = await anArca();
const { login, request } = shop;
beforeEach(() => shop.startAgain());

const HOUR_MS = 3_600_000;
const now = () => shop.arca.clock.now();

/** A certificate of its own making. */
function aCertificate({ cuit = ISSUER, from = '2026-01-01', to = '2056-01-01' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(from);
  certificate.validity.notAfter = new Date(to);
  const name = [
    { name: 'commonName', value: 'another' },
    { type: '2.5.4.5', value: `CUIT ${cuit}` },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key };
}

test('a signed request brings a ticket of twelve hours, and its token is good for calls', async () => {
  const { status, auth, expiresAt } = await login();
  expect({ status, expiresAt }).toEqual({ status: 200, expiresAt: expect.stringMatching(/^2026-11-27T00:30:\d{2}\.\d{3}-03:00$/) });
  const { errors } = await shop.call('FECompUltimoAutorizado', { PtoVta: 5, CbteTipo: 6 }, { ...auth, Cuit: ISSUER });
  expect(errors).toEqual([]);
  expect(Buffer.from(auth?.Token ?? '', 'base64').toString()).toContain(`<relation key="${ISSUER}" reltype="4"/>`);
});

test('a signature without attributes is as good', async () => {
  expect((await login(sign(request(), { attributes: false }))).fault).toBeNull();
});

test('there is no second ticket while one is valid, and a new one after twelve hours', async () => {
  await login();
  expect(await login()).toMatchObject({ status: 500, fault: 'ns1:coe.alreadyAuthenticated', auth: null });
  await shop.control({ now: '2026-11-27T00:29:00-03:00' });
  expect((await login()).fault).toBe('ns1:coe.alreadyAuthenticated');
  await shop.control({ now: '2026-11-27T00:31:00-03:00' });
  expect((await login()).fault).toBeNull();
});

test('a CMS that is none, is detached, altered, of another digest or without its certificate is refused', async () => {
  const other = aCertificate();
  const genuine = Buffer.from(sign(request()), 'base64');
  const altered = Buffer.from(genuine.toString('latin1').replace('4325399', '4325398'), 'latin1');
  const faults = await Promise.all(
    [
      '',
      'no es base64',
      Buffer.from('hola').toString('base64'),
      genuine.subarray(0, 900).toString('base64'),
      sign(request(), { detached: true }),
      altered.toString('base64'),
      sign(request(), { digest: String(forge.pki.oids.sha1) }),
      sign(request(), { key: other.key }),
      sign(request(), { withCertificate: false }),
      sign(request(), other),
    ].map(async (cms) => (await login(cms)).fault),
  );
  expect(faults).toEqual([
    'ns1:cms.bad.base64',
    'ns1:cms.bad.base64',
    'ns1:cms.bad',
    'ns1:cms.bad',
    'ns1:cms.sign.invalid',
    'ns1:cms.sign.invalid',
    'ns1:cms.sign.invalid',
    'ns1:cms.sign.invalid',
    'ns1:cms.cert.notFound',
    'ns1:cms.cert.untrusted',
  ]);
});

test('a certificate that is not valid yet, or no more, is refused', async () => {
  const faultOf = async (validity: object) => (await login(sign(request(), aCertificate(validity)))).fault;
  expect(await faultOf({ from: '2027-01-01' })).toBe('ns1:cms.cert.invalid');
  expect(await faultOf({ to: '2026-11-01' })).toBe('ns1:cms.cert.expired');
});

test('a certificate of another CUIT, and another service, are not authorised', async () => {
  const stranger = aCertificate({ cuit: '33693450239' });
  const theirs = await anArca({ certificate: stranger.certificate });
  await theirs.control({ now: THURSDAY });
  expect((await theirs.login(sign(theirs.request(), stranger))).fault).toBe('ns1:coe.notAuthorized');
  expect((await login(sign(request({ service: 'wsfex' })))).fault).toBe('ns1:coe.notAuthorized');
});

test('the times of a request are held against the clock', async () => {
  const faultOf = async (over: object) => (await login(sign(request(over)))).fault;
  expect(await faultOf({ generatedAt: now() + 5000 })).toBe('ns1:xml.generationTime.invalid');
  expect(await faultOf({ generatedAt: now() - 25 * HOUR_MS })).toBe('ns1:xml.generationTime.invalid');
  expect(await faultOf({ generatedAt: now() - HOUR_MS, expiresAt: now() - 2 * HOUR_MS })).toBe(
    'ns1:coe.expirationTimeBeforeGenerationTime',
  );
  expect(await faultOf({ generatedAt: now() - 2 * HOUR_MS, expiresAt: now() - HOUR_MS })).toBe('ns1:xml.expirationTime.expired');
  expect(await faultOf({ expiresAt: now() + 25 * HOUR_MS })).toBe('ns1:xml.expirationTime.invalid');
  expect(await faultOf({ uniqueId: '99999999999' })).toBe('ns1:xml.bad');
  expect((await login(sign('<loginTicketRequest/>'))).fault).toBe('ns1:xml.bad');
  expect((await login(sign('hola'))).fault).toBe('ns1:xml.bad');
  expect((await login()).fault).toBeNull();
});

test('a call to WSAA without SOAPAction, and one that is no loginCms, are faults of its server', async () => {
  const faultOf = async (body: string, headers: Record<string, string>) =>
    textAt((await shop.soap('/arca/ws/services/LoginCms', body, headers)).xml, 'Fault', 'faultcode');
  expect(await faultOf('<loginCms><in0/></loginCms>', {})).toBe('ns1:Client.NoSOAPAction');
  expect(await faultOf('<logout/>', { soapaction: '""' })).toBe('soapenv:Server.userException');
});

test('a token that is missing, made up, of another signature or of another CUIT is an error 600', async () => {
  const { auth } = await login();
  const messageOf = async (told: object) => {
    const { errors, result } = await shop.call('FECompUltimoAutorizado', { PtoVta: 5, CbteTipo: 6 }, { ...auth, Cuit: ISSUER, ...told });
    expect(textAt(result, 'CbteNro')).toBe('0');
    return errors.map(({ code, message }) => `${code} ${message}`);
  };
  expect(await messageOf({ Token: undefined })).toEqual(['600 ValidacionDeToken: Parametro nulo o vacio (token)']);
  expect(await messageOf({ Token: 'x' })).toEqual(['600 ValidacionDeToken: No valido token.']);
  expect(await messageOf({ Sign: 'x' })).toEqual(['600 ValidacionDeToken: Error al verificar hash:']);
  expect(await messageOf({ Cuit: '33693450239' })).toEqual(['600 ValidacionDeToken: No apareció CUIT en lista de relaciones: 33693450239']);
  await shop.control({ now: '2026-11-27T00:31:00-03:00' });
  expect((await messageOf({}))[0]).toMatch(
    /^600 ValidacionDeToken: No validaron las fechas del token\. GenTime=\d+, ExpTime=\d+, NowUTC=\d+$/,
  );
});

test('tickets that are expired by the switch are not accepted, and a new login succeeds', async () => {
  const { auth } = await login();
  await shop.control({ expireTickets: true });
  const { errors } = await shop.call('FEParamGetPtosVenta', {}, { ...auth, Cuit: ISSUER });
  expect(errors.map(({ code }) => code)).toEqual([600]);
  expect((await login()).fault).toBeNull();
});

test('the key and the certificate of development belong together, and name the issuer', () => {
  const certificate = forge.pki.certificateFromPem(SHOP.certificate);
  const key = forge.pki.privateKeyFromPem(SHOP.key);
  expect(certificate.publicKey).toMatchObject({ n: key.n, e: key.e });
  expect(certificate.subject.getField('CN').value).toBe('butaca-sandbox');
  expect(certificate.subject.attributes.map(({ value }) => value)).toContain(`CUIT ${ISSUER}`);
  expect(certificate.validity.notAfter.getUTCFullYear()).toBe(2056);
});
