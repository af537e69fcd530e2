import { row, rows, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { makeLinkSecret } from './link-secret.ts'
import { mailLink } from './mail-link.ts'

const openLink = statement<{ mail_wanted: boolean }>(
  'open_link',
  `update payment_links set state = 'active' where id = $1 and state = 'waiting' and expires_at > app_now() returning mail_wanted`,
)
const declineWaitingLink = statement(
  'decline_waiting_link',
  `update payment_links set state = 'declined' where id = $1 and state = 'waiting'`,
)

/** Makes a link usable, and mails it where that was asked for. @throws HttpError 409 when it does not wait any more, or has expired */
export async function activateLink(deps: Pick<Deps, 'config' | 'jobs' | 'random'>, tx: Queryable, id: number): Promise<void> {
  const opened = await row(tx, openLink, [id])
  if (!opened) throw conflict('link_closed', 'This link has expired, or was decided already.')
  if (opened.mail_wanted) await mailLink(deps, tx, { id, secret: makeLinkSecret(deps) })
}

/** Ends a link that a second person has declined, or that was withdrawn before. */
export async function declineLink(tx: Queryable, id: number): Promise<void> {
  await rows(tx, declineWaitingLink, [id])
}
