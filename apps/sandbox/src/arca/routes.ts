import { escapeUTF8 } from 'entities';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { readForms, sendAnswer } from '../hosted/routes.ts';
import { errorPage } from '../page.ts';
import type { Arca } from './arca.ts';
import { momentOf } from './days.ts';
import { arcaPage, buttonsBody, qrPage } from './pages.ts';
import { readQr } from './qr.ts';
import { envelope, find, readEnvelope, Unreadable, writeXml, type XmlElement } from './soap.ts';
import { Control, type Method, methods } from './switches.ts';
import { answerCall, NAMESPACE, pairOf } from './wsfe.ts';

const HTML = 'text/html; charset=utf-8';
const XML = 'text/xml; charset=utf-8';
const LOGIN = 'http://wsaa.view.sua.dvadac.desein.afip.gov';
const AXIS = 'http://xml.apache.org/axis/';
/** A full request of 250 vouchers has about 400 kB. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The two services, the page behind the QR of a printed voucher, and `/arca` for people and tests. */
export async function arcaRoutes(app: FastifyInstance, arca: Arca) {
  readForms(app);
  app.register(async (calls) => {
    calls.removeAllContentTypeParsers();
    calls.addContentTypeParser('text/xml', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_, body, done) => done(null, body));
    wsaaRoutes(calls, arca);
    wsfeRoutes(calls, arca);
  });
  controlRoutes(app, arca);
  app.get<{ Querystring: { p?: string } }>('/arca/fe/qr/', ({ query: { p = '' } }, reply) => {
    const qr = readQr(p, arca);
    if (qr === null) return reply.code(400).type(HTML).send(errorPage('Este código no es el de un comprobante.'));
    return reply
      .code(qr.cae === null ? 404 : 200)
      .type(HTML)
      .send(qrPage(qr));
  });
  // Answers that are delayed on purpose must not delay the shutdown.
  app.addHook('preClose', async () => arca.clock.stop());
}

/** What a service that is down does instead of an answer. */
function outage(arca: Arca, service: 'wsaa' | 'wsfe', reply: FastifyReply): FastifyReply | null {
  const availability = arca.switches[service];
  if (availability === 'up') return null;
  return availability === 'cut' ? sendAnswer(reply, null) : reply.code(503).type(HTML).send('<h1>Service Unavailable</h1>');
}

function wsaaRoutes(app: FastifyInstance, arca: Arca) {
  app.post('/arca/ws/services/LoginCms', async ({ headers, body }, reply) => {
    const down = outage(arca, 'wsaa', reply);
    if (down) return down;
    if (arca.takes('loseRequests', 'loginCms')) return sendAnswer(reply, null);
    if (headers.soapaction === undefined) return axisFault(reply, 'ns1:Client.NoSOAPAction', 'no SOAPAction header!');
    const call = readOrNull(body);
    const in0 = find(call ?? undefined, 'in0');
    if (call?.name !== 'loginCms' || !in0) return axisFault(reply, 'soapenv:Server.userException', 'org.xml.sax.SAXParseException');
    const ticket = arca.wsaa.login(in0.text);
    if (arca.takes('loseAnswers', 'loginCms')) return sendAnswer(reply, null);
    await arca.clock.wait(arca.switches.delayMs);
    if (typeof ticket !== 'string') return axisFault(reply, `ns1:${ticket.code}`, ticket.message);
    const answer = `<loginCmsResponse xmlns="${LOGIN}"><loginCmsReturn>${escapeUTF8(ticket)}</loginCmsReturn></loginCmsResponse>`;
    return reply.type(XML).send(envelope('soapenv', { body: answer }));
  });
}

const axisFault = (reply: FastifyReply, code: string, message: string) =>
  reply
    .code(500)
    .type(XML)
    .send(
      envelope('soapenv', {
        body: `<soapenv:Fault><faultcode xmlns:ns1="${AXIS}">${code}</faultcode><faultstring>${escapeUTF8(message)}</faultstring><detail><ns2:exceptionName xmlns:ns2="${AXIS}">gov.afip.desein.dvadac.sua.view.wsaa.LoginFault</ns2:exceptionName><ns3:hostname xmlns:ns3="${AXIS}">sandbox</ns3:hostname></detail></soapenv:Fault>`,
      }),
    );

function readOrNull(body: unknown): XmlElement | null {
  try {
    return readEnvelope(String(body));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function wsfeRoutes(app: FastifyInstance, arca: Arca) {
  app.post('/arca/wsfev1/service.asmx', async (request, reply) => {
    const down = outage(arca, 'wsfe', reply);
    if (down) return down;
    const action = String(request.headers.soapaction ?? '').replace(/^"(.*)"$/, '$1');
    const method = methods.find((name) => action === `${NAMESPACE}${name}`);
    if (!method || method === 'loginCms')
      return aspFault(reply, `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
    try {
      const call = readCall(method, request.body);
      const answer = () => answerInTime(method, call, arca);
      const pair = pairOf(call);
      const result = await (pair === null ? answer() : arca.inTurn(pair, answer));
      if (result === null) return sendAnswer(reply, null);
      const header = { ambiente: 'Caja de arena', fecha: momentOf(arca.clock.now()), id: '7.0.0.60' };
      return reply.type(XML).send(
        envelope('soap', {
          header: `<FEHeaderInfo xmlns="${NAMESPACE}">${writeXml(header)}</FEHeaderInfo>`,
          body: `<${method}Response xmlns="${NAMESPACE}">${writeXml({ [`${method}Result`]: result })}</${method}Response>`,
        }),
      );
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return aspFault(reply, `Server was unable to read request. ---> There is an error in XML document. ---> ${error.message}`);
    }
  });
}

const aspFault = (reply: FastifyReply, message: string) =>
  reply
    .code(500)
    .type(XML)
    .send(
      envelope('soap', {
        body: `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${escapeUTF8(message)}</faultstring><detail /></soap:Fault>`,
      }),
    );

/** Null where the connection breaks instead of an answer. */
async function answerInTime(method: Exclude<Method, 'loginCms'>, call: XmlElement, arca: Arca) {
  if (arca.takes('loseRequests', method)) return null;
  const result = answerCall(method, call, arca);
  if (arca.takes('loseAnswers', method)) return null;
  await arca.clock.wait(arca.switches.delayMs);
  return result;
}

/** ASP.NET goes by the header SOAPAction, and the body has to agree. */
function readCall(method: Method, body: unknown): XmlElement {
  const call = readEnvelope(String(body));
  if (call.name !== method || call.namespace !== NAMESPACE)
    throw new Unreadable(`<${call.name} xmlns='${call.namespace}'> was not expected.`);
  return call;
}

function controlRoutes(app: FastifyInstance, arca: Arca) {
  app.addHook('onRequest', async (request, reply) => {
    const from = request.headers['sec-fetch-site'];
    if (request.method !== 'GET' && from !== undefined && from !== 'same-origin')
      return reply.code(403).send({ problem: 'from another site' });
  });
  app.get('/arca', (_, reply) => reply.type(HTML).send(arcaPage(arca)));
  app.get('/arca/control', () => arca.state());
  app.get('/arca/vouchers.json', () => ({ vouchers: arca.vouchers.newestFirst() }));
  app.post('/arca/control', (request, reply) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const wanted = Control.safeParse((isForm ? buttonsBody(request.body) : request.body) ?? {});
    if (!wanted.success) return reply.code(400).send({ problem: z.prettifyError(wanted.error) });
    const problem = arca.control(wanted.data);
    if (problem) return reply.code(400).send({ problem });
    return isForm ? reply.redirect('/arca', 303) : arca.state();
  });
}
