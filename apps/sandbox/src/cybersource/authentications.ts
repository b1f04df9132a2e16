import { randomUUID } from 'node:crypto';
import type { Clock } from '../gateway/clock.ts';
import type { Answer } from '../gateway/requests.ts';
import type { Authentication } from './cards.ts';
import { badGateway, EnrolmentRequest, invalid, type PaymentRequest, read, SetupRequest, ValidationRequest } from './requests.ts';
import { jwtOf, type TransientToken } from './transient-tokens.ts';

/** How a challenge ended. */
type ChallengeEnd = 'passed' | 'failed' | 'cancelled' | 'late';

/** One enrolment check and what followed. */
export interface Challenge {
  readonly id: string;
  /** Of the step-up form. */
  readonly jwt: string;
  readonly code: string;
  readonly token: TransientToken;
  readonly totalAmount: string;
  readonly currency: string;
  readonly returnUrl: string;
  readonly madeAt: number;
  readonly cavv: string;
  end: ChallengeEnd | null;
}

interface World {
  /** Of the pages; known once the sandbox listens. */
  readonly origin: () => string;
  readonly clock: Clock;
  readonly tokenOf: (jwt: string) => TransientToken | undefined;
  readonly fails: () => boolean;
}

/** A challenge has to be shown within this time. */
const START_WITHIN_MS = 30_000;
const ENDED = ['passed', 'failed', 'cancelled', 'late'] as const;

/** EMV's words for each card: paresStatus, veresEnrolled and whether the payment may go on. */
const words: Readonly<Record<Authentication, { readonly enrolled: string; readonly pares: string; readonly goesOn: boolean }>> = {
  frictionless: { enrolled: 'Y', pares: 'Y', goesOn: true },
  challenge: { enrolled: 'Y', pares: 'C', goesOn: true },
  'challenge fails': { enrolled: 'Y', pares: 'C', goesOn: true },
  failed: { enrolled: 'Y', pares: 'N', goesOn: false },
  rejected: { enrolled: 'Y', pares: 'R', goesOn: false },
  attempted: { enrolled: 'Y', pares: 'A', goesOn: true },
  unavailable: { enrolled: 'Y', pares: 'U', goesOn: true },
  'not enrolled': { enrolled: 'N', pares: 'U', goesOn: true },
};

/** Payer authentication: set-up, enrolment check, challenge, validation. */
export class Authentications {
  readonly #world: World;
  readonly #setups = new Map<string, { readonly token: TransientToken; readonly jwt: string }>();
  readonly #challenges = new Map<string, Challenge>();

  constructor(world: World) {
    this.#world = world;
  }

  setUp(input: unknown): Answer {
    if (this.#world.fails()) return badGateway;
    const request = read(SetupRequest, input);
    if ('answer' in request) return request.answer;
    const token = this.#world.tokenOf(request.data.tokenInformation.transientTokenJwt);
    if (!token) return invalid('INVALID_DATA', 'tokenInformation.transientTokenJwt');
    const referenceId = randomUUID();
    const jwt = jwtOf({ ReferenceId: referenceId });
    this.#setups.set(referenceId, { token, jwt });
    return {
      status: 201,
      body: {
        status: 'COMPLETED',
        consumerAuthenticationInformation: { accessToken: jwt, referenceId, deviceDataCollectionUrl: `${this.#pages()}/V1/Cruise/Collect` },
      },
    };
  }

  /** The reference id behind the device page's token. */
  referenceIdOf = (jwt: string): string | undefined => [...this.#setups].find(([, setup]) => setup.jwt === jwt)?.[0];

  enrol(input: unknown): Answer {
    if (this.#world.fails()) return badGateway;
    const request = read(EnrolmentRequest, input);
    if ('answer' in request) return request.answer;
    const token = this.#world.tokenOf(request.data.tokenInformation.transientTokenJwt);
    const { referenceId, returnUrl } = request.data.consumerAuthenticationInformation;
    if (!token) return invalid('INVALID_DATA', 'tokenInformation.transientTokenJwt');
    if (this.#setups.get(referenceId)?.token !== token) return invalid('INVALID_DATA', 'consumerAuthenticationInformation.referenceId');
    const challenge: Challenge = {
      id: randomUUID(),
      jwt: jwtOf({ ReferenceId: referenceId }),
      code: request.data.clientReferenceInformation.code,
      token,
      ...request.data.orderInformation.amountDetails,
      returnUrl,
      madeAt: this.#world.clock.now(),
      cavv: Buffer.from(randomUUID().slice(0, 20)).toString('base64'),
      end: null,
    };
    this.#challenges.set(challenge.id, challenge);
    return { status: 201, body: this.#enrolmentBody(challenge) };
  }

  #enrolmentBody(challenge: Challenge) {
    const { enrolled, pares, goesOn } = words[challenge.token.authentication];
    const said = { authenticationTransactionId: challenge.id, veresEnrolled: enrolled };
    if (pares === 'C')
      return {
        status: 'PENDING_AUTHENTICATION',
        errorInformation: { reason: 'CONSUMER_AUTHENTICATION_REQUIRED' },
        consumerAuthenticationInformation: {
          ...said,
          accessToken: challenge.jwt,
          stepUpUrl: `${this.#pages()}/V2/Cruise/StepUp`,
          acsUrl: `${this.#pages()}/acs`,
          pareq: 'eyJ0aHJlZURTIjoic2FuZGJveCJ9',
        },
      };
    if (!goesOn)
      return {
        status: 'AUTHENTICATION_FAILED',
        errorInformation: { reason: 'CONSUMER_AUTHENTICATION_FAILED' },
        consumerAuthenticationInformation: { ...said, paresStatus: pares },
      };
    const proof = pares === 'Y' || pares === 'A' ? proofOf(challenge) : { eciRaw: '07' };
    return { status: 'AUTHENTICATION_SUCCESSFUL', consumerAuthenticationInformation: { ...said, paresStatus: pares, ...proof } };
  }

  /** The challenge of a step-up form; one that is shown too late has ended. */
  begin(jwt: string): Challenge | undefined {
    const challenge = [...this.#challenges.values()].find((each) => each.jwt === jwt);
    if (challenge && challenge.end === null && this.#world.clock.now() - challenge.madeAt > START_WITHIN_MS) challenge.end = 'late';
    return challenge;
  }

  /** The buyer's answer at the bank's page; the first one counts. */
  end(id: string, end: string): Challenge | undefined {
    const challenge = this.#challenges.get(id);
    const said = ENDED.find((each) => each === end);
    if (challenge && said && challenge.end === null)
      challenge.end = said === 'passed' && challenge.token.authentication === 'challenge fails' ? 'failed' : said;
    return challenge;
  }

  validate(input: unknown): Answer {
    if (this.#world.fails()) return badGateway;
    const request = read(ValidationRequest, input);
    if ('answer' in request) return request.answer;
    const challenge = this.#challenges.get(request.data.consumerAuthenticationInformation.authenticationTransactionId);
    const { totalAmount, currency } = request.data.orderInformation.amountDetails;
    const isSame =
      challenge?.code === request.data.clientReferenceInformation.code &&
      challenge.totalAmount === totalAmount &&
      challenge.currency === currency &&
      challenge.token.jwt === request.data.tokenInformation.transientTokenJwt;
    if (!challenge || !isSame) return invalid('INVALID_DATA', 'consumerAuthenticationInformation.authenticationTransactionId');
    const said = { authenticationTransactionId: challenge.id };
    if (challenge.end === 'passed')
      return {
        status: 201,
        body: {
          status: 'AUTHENTICATION_SUCCESSFUL',
          consumerAuthenticationInformation: { ...said, authenticationResult: '0', paresStatus: 'Y', ...proofOf(challenge) },
        },
      };
    const unfinished = challenge.end === null || challenge.end === 'late';
    return {
      status: 201,
      body: {
        status: 'AUTHENTICATION_FAILED',
        errorInformation: { reason: 'CONSUMER_AUTHENTICATION_FAILED' },
        consumerAuthenticationInformation: {
          ...said,
          authenticationResult: '9',
          paresStatus: unfinished ? 'U' : 'N',
          ...(challenge.end === 'cancelled'
            ? { challengeCancelCode: '01' }
            : challenge.end === 'late'
              ? { challengeCancelCode: '04' }
              : {}),
        },
      },
    };
  }

  /** Why an issuer declines what it is shown of an authentication; null when it has nothing against it. */
  objectionTo(
    shown: PaymentRequest['consumerAuthenticationInformation'],
    token: TransientToken,
    { totalAmount, currency }: { readonly totalAmount: string; readonly currency: string },
  ): string | null {
    const asks = words[token.authentication].pares === 'C';
    const cavv = shown?.cavv ?? shown?.ucafAuthenticationData;
    if (cavv === undefined) return asks ? 'CONSUMER_AUTHENTICATION_REQUIRED' : null;
    const proven = [...this.#challenges.values()].some(
      (each) =>
        each.cavv === cavv &&
        each.token === token &&
        each.totalAmount === totalAmount &&
        each.currency === currency &&
        (!asks || each.end === 'passed'),
    );
    return proven ? null : 'CONSUMER_AUTHENTICATION_FAILED';
  }

  #pages = () => `${this.#world.origin()}/cybersource/cardinal`;
}

const proofOf = ({ id, cavv }: Challenge) => ({
  cavv,
  ucafAuthenticationData: cavv,
  eciRaw: '05',
  xid: cavv,
  directoryServerTransactionId: id,
  specificationVersion: '2.2.0',
});
