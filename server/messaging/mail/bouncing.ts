import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'

const markBouncing = statement(
  'mark_bouncing',
  `insert into bouncing_addresses (address, since, refused_at, reply) values ($1, app_now(), app_now(), $2)
   on conflict (address) do update set refused_at = excluded.refused_at, reply = excluded.reply`,
)
const deleteBouncing = statement<{ id: number }>(
  'delete_bouncing',
  `delete from bouncing_addresses where address = $1 returning id`,
)
const bouncingAddress = statement('bouncing_address', `select 1 from bouncing_addresses where address = $1`)

/** Marks an address that the mail server refused for good. @param reply of the server, without the address */
export async function noteBouncing(db: Queryable, address: string, reply: string): Promise<void> {
  await rows(db, markBouncing, [address, reply])
}

/** Removes the mark, so that mails are sent again. Returns whether there was one. */
export async function liftBouncing(db: Queryable, address: string): Promise<boolean> {
  return (await row(db, deleteBouncing, [address])) !== undefined
}

export async function isBouncing(db: Queryable, address: string): Promise<boolean> {
  return (await row(db, bouncingAddress, [address])) !== undefined
}
