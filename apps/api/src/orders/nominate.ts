import type { Brand } from '@butaca/brand';
import {
  type AnswerOf,
  documentProblem,
  isDocumentOfEntry,
  type NominationObstacle,
  nominate as nominateCall,
  normalDocument,
  printedNameProblem,
  Refusal,
  TicketToName,
  wireNameOf,
} from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { type Buyer, isOwnedBy } from './owner.ts';
import { findOwner, findUsedTickets, lockOrderTickets } from './queries.ts';
import {
  countNamingTries,
  deleteNominations,
  findDocuments,
  findNominationRules,
  findNominations,
  insertNominations,
  type NamedTicket,
} from './queries-nominations.ts';

export interface NominationRequest {
  readonly orderId: string;
  readonly buyer: Buyer;
  readonly items: readonly TicketToName[];
}

/** Refused documents count, so that trying them out tells next to nothing about who goes to a performance. */
const MOST_TRIES = 20;

/**
 * Names the tickets of an order (decision 052): all that are given, or none. A name that stands there already changes nothing, so the
 * same click again, or one whose answer was lost, does no harm. Of two tabs the second one is told that the first one was there.
 */
export async function nominate(
  { db, people }: { db: Db; people: Brand['people'] },
  request: NominationRequest,
): Promise<AnswerOf<typeof nominateCall>> {
  const items = request.items.map(normal);
  refuseInvalid(items, people);
  const outcome = await withLockTimeout(db, (tx) => nameTickets(tx, { ...request, items }));
  // Thrown after the commit: the try stays counted.
  if ('refused' in outcome) throw outcome.refused;
  return { items: outcome.named };
}

/** As it is stored: in one form of its letters, so that a document is the same however it was typed. */
function normal({ firstName, lastName, documentType, documentNumber, ...item }: TicketToName): TicketToName {
  const number = normalDocument(documentNumber.normalize('NFKC'));
  return {
    ...item,
    firstName: firstName.normalize('NFC'),
    lastName: lastName.normalize('NFC'),
    documentType,
    documentNumber: documentType === 'dni' ? number.replace(/^0+(?=\d)/, '') : number,
  };
}

function refuseInvalid(items: readonly TicketToName[], { documentTypes }: Brand['people']): void {
  const problems = items.flatMap(({ firstName, lastName, documentType, documentNumber }, index) =>
    Object.entries({
      firstName: printedNameProblem(firstName),
      lastName: printedNameProblem(lastName),
      documentType: documentTypes.includes(documentType) && isDocumentOfEntry(documentType) ? null : 'not_offered',
      documentNumber: documentProblem(documentType, documentNumber),
    }).flatMap(([field, reason]) => (reason ? [{ name: nameOf(index, field as keyof TicketToName), reason }] : [])),
  );
  if (problems.length > 0) throw new Refusal('invalid_input', { fields: problems });
  const repeated = items.findIndex(({ ticketId }, index) => items.some((other, before) => before < index && other.ticketId === ticketId));
  if (repeated >= 0) throw new Refusal('invalid_input', { fields: [{ name: nameOf(repeated, 'ticketId'), reason: 'repeated' }] });
}

const nameOf = (index: number, field: keyof TicketToName & string) =>
  `${wireNameOf(nominateCall.body, 'items')}.${index}.${wireNameOf(TicketToName, field)}`;

type Outcome = { readonly named: AnswerOf<typeof nominateCall>['items'] } | { readonly refused: Refusal };

async function nameTickets(tx: Tx, { orderId, buyer, items }: NominationRequest): Promise<Outcome> {
  const [owner] = await findOwner(tx, orderId);
  if (!owner || !isOwnedBy(owner, buyer)) throw new Refusal('not_found');
  const tickets = new Map((await lockOrderTickets(tx, orderId)).map((ticket) => [ticket.id, ticket]));
  const given = items.map((item) => {
    const ticket = tickets.get(item.ticketId);
    if (!ticket) throw new Refusal('not_found');
    return { item, ticket };
  });
  const performanceIds = [...new Set(given.map(({ ticket }) => ticket.performanceId))];
  // Read once the tickets are locked: what stands there now, and the clock.
  const [rules, used, known] = await Promise.all([
    findNominationRules(tx, performanceIds),
    findUsedTickets(tx, orderId),
    findNominations(tx, orderId),
  ]);
  const inside = new Set(used.map(({ id }) => id));
  const changed = given.flatMap(({ item, ticket }): NewName[] => {
    const before = known.find(({ ticketId }) => ticketId === ticket.id);
    if (before && isSame(before, item)) return [];
    const rule = rules.find(({ performanceId }) => performanceId === ticket.performanceId);
    const refuse = (reason: NominationObstacle) => {
      throw new Refusal('cannot_nominate', { reason, ticketId: ticket.id });
    };
    if (!rule) return refuse('show');
    if (!rule.isOpen) return refuse('closed');
    if (ticket.state === 'void') return refuse('void');
    if (inside.has(ticket.id)) return refuse('used');
    if ((before?.version ?? 0) !== (item.version ?? 0)) return refuse('changed');
    return [{ ...item, version: (before?.version ?? 0) + 1, performanceId: ticket.performanceId, oncePerDocument: rule.oncePerDocument }];
  });
  if (changed.length > 0) {
    const counted = new Set((await countNamingTries(tx, changed, MOST_TRIES)).map(({ id }) => id));
    const worn = changed.find(({ ticketId }) => !counted.has(ticketId));
    if (worn) throw new Refusal('cannot_nominate', { reason: 'often', ticketId: worn.ticketId });
    const taken = await replaceNames(tx, changed);
    if (taken) return { refused: new Refusal('cannot_nominate', { reason: 'duplicate', ticketId: taken }) };
  }
  const now = new Map([...known, ...changed].map((name) => [name.ticketId, name]));
  return { named: items.flatMap(({ ticketId }) => presentNamed(now.get(ticketId))) };
}

type NewName = NamedTicket & { readonly oncePerDocument: boolean };

const isSame = (before: NamedTicket, given: TicketToName) =>
  (['firstName', 'lastName', 'documentType', 'documentNumber'] as const).every((field) => before[field] === given[field]);

function presentNamed(named: NamedTicket | undefined): AnswerOf<typeof nominateCall>['items'] {
  if (!named) return [];
  const { ticketId, firstName, lastName, documentType, documentNumber, version } = named;
  return [{ ticketId, nomination: { firstName, lastName, documentType, documentNumber, version } }];
}

const UNIQUE_VIOLATION = '23505';

/** The ticket whose document stands on another one, in which case nothing is changed; undefined when all were written. */
async function replaceNames(tx: Tx, names: readonly NewName[]): Promise<string | undefined> {
  const twice = names.find((name, index) => names.some((other, before) => before < index && isTaken(name, other)));
  if (twice) return twice.ticketId;
  try {
    // All of them first, so that two tickets of an order may exchange their names.
    await tx.savepoint(async (part) => {
      await deleteNominations(
        part,
        names.map(({ performanceId, ticketId }) => ({ performanceId, id: ticketId })),
      );
      await insertNominations(part, names);
    });
    return undefined;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    const others = await findDocuments(tx, names);
    return (names.find((name) => others.some((other) => isTaken(name, other))) ?? (names[0] as NewName)).ticketId;
  }
}

const isTaken = (name: NewName, other: Pick<NamedTicket, 'performanceId' | 'documentNumber'>) =>
  name.oncePerDocument && name.performanceId === other.performanceId && name.documentNumber === other.documentNumber;
