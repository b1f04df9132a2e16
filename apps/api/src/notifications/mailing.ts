import type { MailTrouble } from '@butaca/contract';
import type { Task, TaskList } from 'graphile-worker';
import type { Db } from '#db/connect';
import { enqueue, type Jobs } from '#db/enqueue';
import { cleaned } from '#watch/cleaned';
import type { Watch } from '#watch/watch';
import {
  endHeld,
  endLapsed,
  endSent,
  type MailSubject,
  type MailTask,
  noteTaken,
  type Recorded,
  recordUndelivered,
} from '../mailboxes/index.ts';
import { type Mail, type Mailer, MailNotSent } from './mailer.ts';

/** With a pace that has no room the mail is not sent but written down as `held`. */
export type Send = (mail: Mail, subject: MailSubject, pace?: MailPace | null) => Promise<void>;

interface MailPace {
  /** Counts the mail; false when it has to be held. */
  readonly admit: () => Promise<boolean>;
  /** From when another one may go, after one may not; epoch milliseconds. */
  readonly freeAtMs: () => Promise<number>;
  /** It was counted, and may be sent later. */
  readonly giveBack: () => Promise<void>;
}

/** By job, what it mails; each throws what `send` throws, and the queue tries it again later. */
export type MailingTasks = { readonly [T in MailTask]?: (payload: Jobs[T], send: Send) => Promise<void> };

export interface MailingDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly watch: Pick<Watch, 'say'>;
}

/**
 * The rule of every job that mails (decision 099): a mail that its server refuses for good is given up at once, others when their tries are
 * used up; either is written down, and ends when it is sent after all, or when there is nothing left to send.
 */
export const mailing = (tasks: MailingTasks, deps: MailingDeps): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, mailingTask(name as MailTask, task as AnyTask, deps)]));

type AnyTask = (payload: Jobs[MailTask], send: Send) => Promise<void>;

interface Tried {
  readonly subject: MailSubject;
  readonly address: string;
  /** Null once it was sent; an instant: its pace has no room until then. */
  readonly failure: MailNotSent | Temporal.Instant | null;
}

const mailingTask =
  (task: MailTask, work: AnyTask, { db, mailer, watch }: MailingDeps): Task =>
  async (given, { job }) => {
    const payload = given as Jobs[MailTask];
    /** By what they are of: a mail that was sent in another form after all is no failure. */
    const tried = new Map<string, Tried>();
    const send: Send = async (mail, subject, pace = null) => {
      const { address } = mail.to;
      if (pace && !(await pace.admit())) {
        const freeAt = Temporal.Instant.fromEpochMilliseconds(Math.ceil(await pace.freeAtMs()));
        return void tried.set(subject.about, { subject, address, failure: freeAt });
      }
      try {
        await mailer.send(mail);
        tried.set(subject.about, { subject, address, failure: null });
      } catch (error) {
        if (error instanceof MailNotSent) tried.set(subject.about, { subject, address, failure: error });
        // A server that refuses for good was bothered like one that takes the mail; any other is asked again for the same mail.
        if (!(error instanceof MailNotSent && error.isForGood))
          await pace?.giveBack().catch((trouble) => watch.say('mail-still-counted', { task, jobId: job.id, error: trouble }));
        throw error;
      }
    };
    const failure = await work(payload, send).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const isLast = job.attempts >= job.max_attempts;
    const outcomes = new Set<Recorded>();
    const notEnded = (error: unknown) => watch.say('mail-not-ended', { task, jobId: job.id, error });
    for (const { subject, address, failure: refusal } of tried.values()) {
      // Its order is paid: what was held before has nothing left to say, whether its tickets arrive or not.
      if (task === 'send-tickets' && subject.purchaseId) await endHeld(db, subject.purchaseId).catch(notEnded);
      if (refusal === null) await noteSent(db, { task, subject, address }).catch(notEnded);
      else if (refusal instanceof Temporal.Instant)
        outcomes.add(await recordHeld(db, { ...subject, task, payload, address, freeAt: refusal }));
      else if (refusal.isForGood || isLast)
        outcomes.add(await recordUndelivered(db, { ...subject, task, payload, address, ...answerOf(refusal) }));
    }
    // Where no later try of this job reads the order's mailbox as it is now; its correction found no row to send again.
    const runAgain = () => db.begin((tx) => enqueue(tx, task, payload, { key: `elsewhere.${job.id}` }));
    if (failure === null) {
      if (tried.size === 0) await endLapsed(db, { task, payload });
      if (outcomes.has('elsewhere')) await runAgain();
      return;
    }
    const { error } = failure;
    if (isLast && outcomes.has('elsewhere')) {
      await runAgain();
      watch.say('job-failed', { task, jobId: job.id, attempt: job.attempts, error });
      return;
    }
    const isGivenUp = error instanceof MailNotSent && error.isForGood && [...outcomes].every((outcome) => outcome === 'recorded');
    if (!isGivenUp) throw error;
    watch.say('job-gave-up', { task, jobId: job.id, attempt: job.attempts, error });
  };

const recordHeld = (db: Db, mail: Omit<Parameters<typeof recordUndelivered>[1], 'refused' | 'reason' | 'code' | 'answer'>) =>
  recordUndelivered(db, { ...mail, refused: false, reason: 'held', code: null, answer: null });

async function noteSent(db: Db, { task, subject, address }: { task: MailTask; subject: MailSubject; address: string }) {
  await endSent(db, { task, about: subject.about, address });
  await noteTaken(db, address);
}

const LONGEST_ANSWER = 200;

/** What the mail server said, as it may be kept: its words without the address, whole or in part. Words that only contain a part stay. */
function answerOf({ isForGood, code, response, address, isTooLarge }: MailNotSent) {
  const words = [address, ...address.split('@')].reduce((text, word) => withoutWord(text, word), response.toLowerCase());
  return {
    refused: isForGood,
    code: typeof code === 'number' ? code : null,
    answer: response === '' ? null : cleaned(words).slice(0, LONGEST_ANSWER),
    reason: troubleOf({ isForGood, code, response, isTooLarge }),
  };
}

const withoutWord = (text: string, word: string) =>
  word === '' ? text : text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(SYNTAX, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu'), '…');
/** Of regular expressions. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** RFC 3463: x.1 is about the address, x.2.2 a full mailbox, x.7 a policy; RFC 6531: x.6.7 letters that a server cannot take; a server that gives no such number is judged by its code (RFC 5321). */
function troubleOf({
  isForGood,
  code,
  response,
  isTooLarge,
}: Pick<MailNotSent, 'isForGood' | 'code' | 'response' | 'isTooLarge'>): MailTrouble {
  const [, subject, detail] = /^\d{3}[ -]\d\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject === '2' && detail === '2') return 'full';
  if (isTooLarge) return 'too_large';
  if (!isForGood) return 'silent';
  if (subject === '6' && detail === '7') return 'letters';
  if (subject === '1') return 'no_mailbox';
  if (subject === '7') return 'blocked';
  if (subject !== undefined && subject !== '0') return 'other';
  if (code === 550 || code === 551 || code === 553) return 'no_mailbox';
  return code === 554 ? 'blocked' : 'other';
}
