import type { Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { anonymiseWithAddresses } from './anonymise-account.ts'

/**
 * Erases an account and its personal data, and confirms it by mail to a proven address. Orders, payments, receipts and
 * refunds stay, as tax law requires. The caller holds `lockAddress` and the lock of the account's row.
 */
export async function erasePerson(
  deps: Deps,
  tx: Queryable,
  { id, email, verified }: { id: number; email: string; verified: boolean },
): Promise<void> {
  await anonymiseWithAddresses(deps, tx, id, { email, verified })
  if (verified) await queueMail(deps, tx, { template: 'account-erased', to: email, props: {} })
}
