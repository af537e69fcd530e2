import { Gauge, type Registry } from '@prometheus-io/client'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { needsReview } from '#server/money/settlement/list-review.ts'

interface Waiting {
  mails: number
  oldest_mail: number
  refunds: number
  oldest_refund: number
  events: number
  quarantined: number
  review: number
  unmatched: number
  unmatched_paise: number
  restores: number
  documents: number
  figures: number
}

const waitingWork = statement<Waiting>(
  'waiting_work',
  `select m.mails, m.oldest_mail, r.refunds, r.oldest_refund, w.events, w.quarantined,
     u.unmatched, u.unmatched_paise,
     (select count(*)::int from payments p join payment_balances s on s.payment_id = p.id where ${needsReview}) as review, (select count(*)::int from restores where answered_at is null) as restores,
     (select count(*)::int from waiting_documents) as documents,
     coalesce((select cardinality(differences) from figure_checks), 0) as figures
   from (select count(*)::int as mails, coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as oldest_mail
         from mail_outbox where sent_at is null and given_up_at is null) m,
     (select count(*)::int as refunds, coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as oldest_refund
      from refunds where status in ('queued', 'sent', 'pending')) r,
     (select (select count(*)::int from webhook_events where processed_at is null and not quarantined) as events,
        (select count(*)::int from webhook_events where quarantined) as quarantined) w,
     (select count(*)::int as unmatched, coalesce(sum(open_paise), 0)::float8 as unmatched_paise
      from open_unmatched_payments where status = 'captured') u`,
)

const waitingMails = statement<{ lane: string; oldest: number }>(
  'waiting_mails',
  `select l.lane, coalesce(extract(epoch from app_now() - min(m.created_at)), 0)::float8 as oldest
   from unnest(enum_range(null::mail_lane)) as l (lane) left join mail_outbox m
     on m.lane = l.lane and m.sent_at is null and m.given_up_at is null
   group by l.lane`,
)

/** Registers gauges of unfinished work. The returned function updates them before each scrape. */
export function gaugeWaitingWork(register: Registry, deps: Pick<Deps, 'db'>): () => Promise<void> {
  const count = new Gauge({
    name: 'waiting_work',
    help: 'Mails, refunds, webhook events and documents that are not done, restores without an answer, quarantined events, payments of which a person has to decide, captured payments without an order, and sums of figures that differed from their rows',
    labelNames: ['kind'],
    registers: [register],
  })
  const unmatchedPaise = new Gauge({
    name: 'unmatched_paise',
    help: 'What is not refunded of captured payments without an order, in paise',
    registers: [register],
  })
  const oldest = new Gauge({
    name: 'waiting_work_oldest_seconds',
    help: 'Age of the oldest mail and refund that is not done',
    labelNames: ['kind'],
    registers: [register],
  })
  const oldestMail = new Gauge({
    name: 'waiting_mails_oldest_seconds',
    help: 'Age of the oldest mail that is not sent, by lane: codes, mails to a person, about classes, to many',
    labelNames: ['lane'],
    registers: [register],
  })
  return async () => {
    // The other metrics must be readable while the database is unreachable.
    const read = await Promise.all([one(deps.db, waitingWork), rows(deps.db, waitingMails)]).catch(() => undefined)
    if (!read) return
    const [waiting, lanes] = read
    for (const { lane, oldest } of lanes) oldestMail.set({ lane }, oldest)
    count.set({ kind: 'mail' }, waiting.mails)
    count.set({ kind: 'refund' }, waiting.refunds)
    count.set({ kind: 'webhook' }, waiting.events)
    count.set({ kind: 'quarantined' }, waiting.quarantined)
    count.set({ kind: 'review' }, waiting.review)
    count.set({ kind: 'unmatched' }, waiting.unmatched)
    count.set({ kind: 'restore' }, waiting.restores)
    count.set({ kind: 'document' }, waiting.documents)
    count.set({ kind: 'figure' }, waiting.figures)
    unmatchedPaise.set(waiting.unmatched_paise)
    oldest.set({ kind: 'mail' }, waiting.oldest_mail)
    oldest.set({ kind: 'refund' }, waiting.oldest_refund)
  }
}
