import { createHash } from 'node:crypto'
import type { NamedPerson } from '#server/classes/classroom/engine/class-rights.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Random } from '#server/platform/secrets/random.ts'

/** Seconds. */
const ticketLifetime = 30

const insertClassTicket = statement(
  'insert_class_ticket',
  `insert into class_tickets (hash, session_id, person_kind, person_id, expires_at)
   values ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
)
const useClassTicket = statement<{ kind: NamedPerson['kind']; id: number; expired: boolean }>(
  'use_class_ticket',
  `delete from class_tickets where hash = $1 and session_id = $2
   returning person_kind as kind, person_id::float8 as id, expires_at <= app_now() as expired`,
)
const sweepClassTickets = statement('sweep_class_tickets', `delete from class_tickets where expires_at < app_now()`)

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** Makes a ticket, which opens one connection. */
export async function openTicket(
  deps: { db: Queryable; random: Random },
  sessionId: number,
  { kind, id }: NamedPerson,
): Promise<string> {
  const ticket = deps.random.bytes(32).toString('base64url')
  await rows(deps.db, insertClassTicket, [hashOf(ticket), sessionId, kind, id, ticketLifetime])
  return ticket
}

/** Takes a ticket. Returns its person once; undefined for any other. */
export async function takeTicket(db: Queryable, sessionId: number, ticket: string): Promise<NamedPerson | undefined> {
  const used = await row(db, useClassTicket, [hashOf(ticket), sessionId])
  return used && !used.expired ? { kind: used.kind, id: used.id } : undefined
}

export async function removeOldTickets(db: Queryable): Promise<void> {
  await rows(db, sweepClassTickets)
}
