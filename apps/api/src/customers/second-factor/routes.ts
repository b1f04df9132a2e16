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
import { serve } from '#http/serve';
import { requireCredentials } from '../log-in.ts';
import type { Passwords } from '../passwords.ts';
import { customerById } from '../queries.ts';
import { confirmEnrolling, removeEnrolled, renewCodes, startEnrolling } from './enrol.ts';
import { giveFactor, isStaff, presentFactors, type SecondFactorWorld, startProof } from './proof.ts';

/** What staff prove who they are with besides their password: asked for at the log-in, looked after in the office. */
export async function secondFactorRoutes(app: FastifyInstance, { world, passwords }: { world: SecondFactorWorld; passwords: Passwords }) {
  const { db, secret, login } = world;

  serve(app, giveSecondFactor, ({ body }) => giveFactor(world, body));

  serve(app, openSecurity, async ({ body: { password }, session, ip }) => {
    if (!isStaff(session.role) || login.staff.secondFactor === 'off') throw new Refusal('not_for_you');
    const customer = await customerById(db, session.customerId);
    if (!customer) throw new Error(`customer ${session.customerId} of an open session does not exist`);
    const { hasFactors } = await requireCredentials(db, { email: customer.email, password, ip, secret, passwords });
    const proof = await startProof(world, { customerId: customer.id, sessionId: session.id, hasFactors });
    return { proof, factors: await presentFactors(db, customer.id) };
  });

  serve(app, startEnrolment, ({ body }) => startEnrolling(world, body));
  serve(app, confirmEnrolment, ({ body }) => confirmEnrolling(world, body));
  serve(app, removeFactor, ({ body }) => removeEnrolled(world, body));
  serve(app, renewRecoveryCodes, ({ body }) => renewCodes(world, body.proof));
}
