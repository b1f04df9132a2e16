import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type FramedPage, framed, messageScript, questionPage, scriptTag, unansweredPage } from '../bank-page.ts';
import { errorPage, html, page } from '../page.ts';
import type { Gateway } from './gateway.ts';
import type { Question } from './questions.ts';

const HTML = 'text/html; charset=utf-8';
const ANSWER_PATH = '/gateway/three-ds/answer';

const Step = z.object({ id: z.string() });
const BankAnswer = z.object({ id: z.string(), end: z.string() });

/** The pages of 3-D Secure, which stand in frames of the shop. */
export function gatewayBankRoutes(app: FastifyInstance, { gateway: { questions } }: { gateway: Gateway }) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const show = (reply: FastifyReply, { markup, policy }: FramedPage) =>
    reply.header('content-security-policy', policy).type(HTML).send(markup);
  const wrong = (reply: FastifyReply) => reply.code(400).type(HTML).send(errorPage('Eso no se entiende.'));

  app.post('/gateway/three-ds/device', ({ body }, reply) => {
    const step = Step.safeParse(body);
    const question = step.success ? questions.find(step.data.id) : undefined;
    return question ? show(reply, donePage(question)) : wrong(reply);
  });
  app.post('/gateway/three-ds/challenge', ({ body }, reply) => {
    const step = Step.safeParse(body);
    const question = step.success ? questions.find(step.data.id) : undefined;
    if (!question) return wrong(reply);
    return show(reply, question.end === null ? askingPage(question) : donePage(question));
  });
  app.post(ANSWER_PATH, ({ body }, reply) => {
    const answer = BankAnswer.safeParse(body);
    if (!answer.success) return wrong(reply);
    if (answer.data.end === 'none') return show(reply, unansweredPage());
    const question = questions.end(answer.data.id, answer.data.end);
    return question ? show(reply, donePage(question)) : wrong(reply);
  });
}

const askingPage = ({ id, request: { amount, currency }, token: { lastFour } }: Question): FramedPage =>
  questionPage({
    amount: `${(currency === 'PYG' ? amount : amount / 100).toFixed(2)} ${currency}`,
    lastFour,
    answerUrl: ANSWER_PATH,
    fields: { id },
  });

/** Hands the value of the instruction to the page around it. */
function donePage({ value }: Question): FramedPage {
  const script = messageScript({ instruction_value: value });
  return framed(
    page({
      title: 'Simulación',
      framed: true,
      body: html`<h1>Listo</h1><p class="lead">Simulación: ahora sigue la tienda.</p>${scriptTag(script)}`,
    }),
    script,
  );
}
