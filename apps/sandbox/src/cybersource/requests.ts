import { z } from 'zod';
import type { Answer } from '../gateway/requests.ts';

/** Two decimals at most, or whole units of a currency without coins. */
const Amount = z.string().regex(/^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,2})?$/);
const Code = z.string().min(1).max(50);

const amountDetails = z.object({ totalAmount: Amount, currency: z.enum(['ARS', 'PYG', 'USD']) });
const tokenInformation = z.object({ transientTokenJwt: z.string().min(1).max(2000) });

export const SetupRequest = z.object({ clientReferenceInformation: z.object({ code: Code }), tokenInformation });

/** The eleven fields that EMV 3-D Secure asks of a browser are all mandatory. */
export const EnrolmentRequest = z.object({
  clientReferenceInformation: z.object({ code: Code }),
  tokenInformation,
  orderInformation: z.object({ amountDetails }),
  consumerAuthenticationInformation: z.object({
    referenceId: z.string().min(1),
    returnUrl: z.url({ protocol: /^https?$/ }),
    deviceChannel: z.literal('BROWSER'),
    transactionMode: z.string().optional(),
  }),
  deviceInformation: z.object({
    ipAddress: z.string().min(2).max(45),
    httpAcceptContent: z.string().min(1).max(255),
    httpBrowserLanguage: z.string().min(1).max(35),
    httpBrowserJavaEnabled: z.enum(['Y', 'N']),
    httpBrowserJavaScriptEnabled: z.enum(['Y', 'N']),
    httpBrowserColorDepth: z.string().regex(/^\d{1,2}$/),
    httpBrowserScreenHeight: z.string().regex(/^\d{1,6}$/),
    httpBrowserScreenWidth: z.string().regex(/^\d{1,6}$/),
    httpBrowserTimeDifference: z.string().regex(/^-?\d{1,4}$/),
    userAgentBrowserValue: z.string().min(1).max(2048),
  }),
});
export type EnrolmentRequest = z.output<typeof EnrolmentRequest>;

export const ValidationRequest = z.object({
  clientReferenceInformation: z.object({ code: Code }),
  tokenInformation,
  orderInformation: z.object({ amountDetails }),
  consumerAuthenticationInformation: z.object({ authenticationTransactionId: z.string().min(1) }),
});

export const PaymentRequest = z.object({
  clientReferenceInformation: z.object({
    code: Code,
    /** The shop's own, with which a payment without an answer can be voided. */
    transactionId: z.string().regex(/^\d{1,15}$/),
  }),
  processingInformation: z.object({ capture: z.literal(true), commerceIndicator: z.string().max(20) }),
  tokenInformation,
  // Whose card it is comes with the token.
  orderInformation: z.object({ amountDetails }),
  installmentInformation: z.object({ totalCount: z.string().regex(/^[1-9]\d?$/) }).optional(),
  consumerAuthenticationInformation: z
    .object({
      cavv: z.string().optional(),
      ucafAuthenticationData: z.string().optional(),
      authenticationTransactionId: z.string().optional(),
    })
    .optional(),
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

export const RefundRequest = z.object({
  clientReferenceInformation: z.object({ code: Code }),
  orderInformation: z.object({ amountDetails }),
});

/** A void of one payment, or of the one that was asked for with this transaction id. */
export const VoidRequest = z.object({ clientReferenceInformation: z.object({ code: Code, transactionId: z.string().optional() }) });

export const SearchRequest = z.object({
  query: z.string().regex(/^clientReferenceInformation\.code:[\w.-]{1,50}$/),
  limit: z.int().min(1).max(2500).default(100),
  offset: z.int().min(0).default(0),
});

/** The body of a 400; a payment is not made. */
export const invalid = (reason: string, ...fields: readonly string[]) => ({
  status: 400,
  body: {
    status: 'INVALID_REQUEST',
    reason,
    message: 'Declined - One or more fields in the request contains invalid data',
    details: fields.map((field) => ({ field, reason })),
  },
});
const invalidBy = (error: z.ZodError) => invalid('INVALID_DATA', ...error.issues.map(({ path }) => path.join('.')));
export const notFound = { status: 404, body: { response: { rmsg: 'Resource not found' } } };
export const unsigned = { status: 401, body: { response: { rmsg: 'Authentication Failed' } } };
export const badGateway = {
  status: 502,
  body: { status: 'SERVER_ERROR', reason: 'SYSTEM_ERROR', message: 'Error - General system failure.' },
};

/** The body when the schema likes it, else the refusal that names its fields. */
export function read<Shape extends z.ZodType>(
  shape: Shape,
  input: unknown,
): { readonly data: z.output<Shape> } | { readonly answer: Answer } {
  const parsed = shape.safeParse(input);
  return parsed.success ? { data: parsed.data } : { answer: invalidBy(parsed.error) };
}
