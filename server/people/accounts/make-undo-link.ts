import { createHash } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import { undoDays } from '#contract/rules.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** What a link restores. */
export interface FormerDetails {
  /** The former address; absent when it did not change. */
  email?: string | undefined
  /** The former phone number, or null for none; absent when it did not change. */
  phone?: string | null | undefined
  /** The former name; absent when it did not change. */
  name?: string | undefined
}

const insertUndoLink = statement(
  'insert_undo_link',
  `insert into undo_links (token_hash, user_id, email, phone, phone_changed, full_name, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, app_now(), app_now() + make_interval(days => $7))`,
)

export function hashOfUndoToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Makes a link that restores these details of a student for `undoDays` days. @returns its address */
export async function makeUndoLink(
  deps: Pick<Deps, 'random' | 'config'>,
  tx: Queryable,
  { userId, former }: { userId: number; former: FormerDetails },
): Promise<string> {
  const token = deps.random.bytes(32).toString('base64url')
  const { email = null, phone, name = null } = former
  await rows(tx, insertUndoLink, [hashOfUndoToken(token), userId, email, phone ?? null, phone !== undefined, name, undoDays])
  // In the URL fragment, so that the token reaches no server log and no referrer.
  return `${deps.config.publicUrl}${pathTo('undo-change')}#${token}`
}
