import type pg from 'pg'
import { quoteTable } from './export.ts'
import { isProductRelation } from './snapshot.ts'

/**
 * Ids that are left out: at least so many or this part of those so far, and some for each minute since the snapshot. So a second restore of one
 * snapshot does not repeat what was given out after the first.
 */
const idRoom = { least: 10_000, part: 10, eachMinute: 100 }
/** More than a class is ever changed, and again some for each minute. */
const sequenceRoom = 1000

/** SQL of the minutes since a moment, rounded up. @param moment a parameter */
const minutesSince = (moment: string) =>
  `greatest(0, ceil(extract(epoch from clock_timestamp() - ${moment}::timestamptz) / 60))::integer`

/**
 * Stores that this database was restored, in the transaction of the import and as an act of the operator. The product then asks which
 * documents were issued after the snapshot.
 */
export async function markRestore(client: pg.Client, { snapshotAt }: { snapshotAt: string }): Promise<void> {
  // An earlier version has no such table. Its migration then adds the other columns.
  await client.query(`
    create table if not exists public.restores (snapshot_at timestamptz not null, restored_at timestamptz not null)`)
  await client.query(`select set_config('app.actor_kind', 'operator', true)`)
  await client.query(`insert into public.restores (snapshot_at, restored_at) values ($1, now())`, [snapshotAt])
}

/** Calendars take what the snapshot says, and nobody stays signed in. The triggers of these tables are off, so nothing is logged. */
export async function outdateRestored(client: pg.Client, { snapshotAt }: { snapshotAt: string }): Promise<void> {
  const { rows } = await client.query<{ is_school: boolean }>(`select to_regclass('public.staff_sessions') is not null
    and to_regclass('public.class_sessions') is not null as is_school`)
  if (!rows[0]?.is_school) return
  await client.query('update public.sessions set revoked_at = now() where revoked_at is null')
  await client.query('update public.staff_sessions set revoked_at = now() where revoked_at is null')
  await client.query(
    `update public.class_sessions set sequence = sequence + $1 + ${minutesSince('$2')} where ends_at > now() - interval '30 days'`,
    [sequenceRoom, snapshotAt],
  )
}

/** Raises every sequence, so that an id of a row that the snapshot lacks is not given to another row. Sequences are restored. */
export async function leaveRoomForIds(client: pg.Client, { snapshotAt }: { snapshotAt: string }): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string; max: string }>(`
    select n.nspname as schema, c.relname as name, s.seqmax::text as max
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid
    where ${isProductRelation} and c.relname <> 'restores_id_seq'`)
  for (const { schema, name, max } of rows) {
    await client.query(
      `select setval($1::regclass, least($2::bigint, last_value + greatest($3::bigint, last_value / $4::bigint)
         + $5::bigint * ${minutesSince('$6')}))
       from ${quoteTable({ schema, name })}`,
      [quoteTable({ schema, name }), max, idRoom.least, idRoom.part, idRoom.eachMinute, snapshotAt],
    )
  }
}
