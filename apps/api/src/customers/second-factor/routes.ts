import {
  confirmEnrolment,
  giveSecondFactor,
  openSecurity,
  Refusal,
  removeFactor,
  renewRecoveryCodes,
  startEnrolment,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { CallWatch } from '#http/call-watch';
import { serve } from '#http/serve';
import { requireCredentials } from '../log-in.ts';
import type { Passwords } from '../passwords.ts';
import { customerById } from '../queries-account.ts';
import { isStaff } from '../session.ts';
import { confirmEnrolling, removeEnrolled, renewCodes, startEnrolling } from './enrol.ts';
import { giveFactor, presentFactors, type SecondFactorWorld, startProof } from './proof.ts';

/** What staff prove who they are with besides their password: asked for at the log-in, looked after in the office. */
export async function secondFactorRoutes(app: FastifyInstance, { world, passwords }: { world: SecondFactorWorld; passwords: Passwords }) {
  const { db, secret, login } = world;

  serve(app, giveSecondFactor, ({ body, userAgent, language, watch }) =>
    told(watch, 'given', () => giveFactor(world, { ...body, userAgent, language })),
  );

  serve(app, openSecurity, ({ body: { password }, session, ip, watch }) =>
    told(watch, 'opened', async () => {
      if (!isStaff(session.role) || login.staff.secondFactor === 'off') throw new Refusal('not_for_you');
      const customer = await customerById(db, session.customerId);
      if (!customer) throw new Error(`customer ${session.customerId} of an open session does not exist`);
      const credentials = await requireCredentials(db, { email: customer.email, password, ip, secret, passwords });
      const proof = await startProof(world, { customer: credentials, sessionId: session.id });
      return { proof, factors: await presentFactors(db, customer.id) };
    }),
  );

  serve(app, startEnrolment, ({ body }) => startEnrolling(world, body));
  serve(app, confirmEnrolment, ({ body, userAgent, language, watch }) =>
    told(watch, 'added', () => confirmEnrolling(world, { ...body, userAgent, language })),
  );
  serve(app, removeFactor, ({ body, watch }) => told(watch, 'removed', () => removeEnrolled(world, body)));
  serve(app, renewRecoveryCodes, ({ body, watch }) => told(watch, 'recovery-codes-renewed', () => renewCodes(world, body.proof)));
}

/** Says what was done with a second factor, or was tried. */
async function told<Answer>(watch: CallWatch, verb: string, attempt: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await attempt();
    watch.say('second-factor', { verb, outcome: 'ok', network: watch.network });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) watch.say('second-factor', { verb, outcome: error.failure, network: watch.network });
    throw error;
  }
}
