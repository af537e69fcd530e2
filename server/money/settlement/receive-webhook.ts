import type { Visitor } from '#server/platform/auth/principal.ts'
import { createHash } from 'node:crypto'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'

const storeWebhook = statement(
  'store_webhook',
  `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at)
   values ($1, $2, $3, $4, app_now(), app_now()) on conflict do nothing`,
)

/**
 * Stores a webhook's exact bytes, once per event. `processWebhooks` handles them later.
 * @throws HttpError 400 when the signature is invalid for these bytes and our secrets
 */
export async function receiveWebhook(
  deps: Deps,
  _visitor: Visitor,
  webhook: { body: Buffer; signature: string; eventId: string | undefined },
): Promise<void> {
  if (!deps.gateway.verifiesWebhook(webhook.body, webhook.signature)) throw invalid('The signature of this webhook is not right.')
  const type = deps.gateway.readEvent(webhook.body)?.type ?? 'unreadable'
  // An event without an id is identified by its bytes.
  const eventId = webhook.eventId || createHash('sha256').update(webhook.body).digest('hex')
  await rows(deps.db, storeWebhook, [deps.gateway.name, eventId.slice(0, 200), type, webhook.body])
}
