/**
 * The calls of the queue host (C-11), which are no calls of the api: no envelope, no bearer needed, and they may run on a host of their
 * own. Addresses below are those of our own host at its default place.
 */
export const QUEUE_HOST = '/cola';

export const queueCalls = {
  /** CA-027: ids of the performances that have a waiting room (EN-050). */
  list: `${QUEUE_HOST}/activas.json`,
  /** CA-028: POST with `TurnRequest`, answered with `TurnAnswer`. */
  turn: '/turn',
  /** CA-024: GET `/{id}?t&u`, with credentials, joins or resumes; POST with `JoinRequest` is the same. Both answer `QueueState`. */
  room: (performanceId: number | string) => `/${performanceId}`,
  /** CA-025: GET, the same question without joining, which is what `e1group=DNC` says. */
  peek: (performanceId: number | string) => `/${performanceId}?e1group=DNC`,
  /** CA-026: leaves the room. */
  leave: (performanceId: number | string) => `/delete/${performanceId}?e1group=DNC`,
  /** The one document that all who wait read: `QueueDocument` of @butaca/fair-queue. */
  document: (performanceId: number | string) => `/${performanceId}.json`,
  /** `Proof` of @butaca/fair-queue; 404 until the room is closed. */
  proof: (performanceId: number | string) => `/${performanceId}/prueba.json`,
} as const;

/** A header of the calls that take places: the pass that the turn request answered. */
export const PASS_HEADER = 'x-turno';
