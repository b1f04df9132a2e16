import { z } from 'zod';

/** As much as many mail servers take. */
const LARGEST_BYTES = 5 * 1024 * 1024;

/** Faults of the mail server that can be switched on. A switch that is left out has its default. */
export const MailSwitches = z.strictObject({
  /** A larger mail is refused with 552. */
  largestBytes: z.int().min(0).max(LARGEST_BYTES).default(LARGEST_BYTES),
  /** Whether SMTPUTF8 is offered; without it an address with letters beyond ASCII before the @ is refused with 553. */
  offersUtf8: z.boolean().default(true),
  /** Every address is refused with 550. */
  refuseAddresses: z.boolean().default(false),
  /** What some addresses are answered instead of being taken: 550 and the like for good, 450 and the like for now. */
  answers: z.record(z.string(), z.strictObject({ code: z.int().min(400).max(599), text: z.string().min(1).max(200) })).default({}),
});

/** The switches as they stand now. */
export interface MailControl {
  switches: z.output<typeof MailSwitches>;
}

export const mailControl = (): MailControl => ({ switches: MailSwitches.parse({}) });
