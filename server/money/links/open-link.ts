import type { ParsedOf } from '#contract/endpoint.ts'
import type { OpenedLink, openPaymentLink as endpoint } from '#contract/money/payment-link.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { hashOfLinkSecret } from './link-secret.ts'
import { stateOfLinkSql } from './state-of-link.ts'

type Input = Pick<ParsedOf<typeof endpoint>, 'body'>

// One statement decides whose an open link is, so two accounts can't both get it. What was decided about its price is then about the account.
const bindLink = statement(
  'bind_link',
  `with bound as (update payment_links l set student_id = u.id, opened_at = coalesce(l.opened_at, app_now())
   from users u
   where l.token_hash = $1 and l.batch_id = $2 and l.state = 'active' and l.expires_at > app_now() and u.id = $3 and u.erased_at is null
     and (l.student_id = u.id and l.opened_at is null or l.student_id is null and l.email = u.email and u.verified_at is not null)
   returning l.id)
   update approvals a set user_id = $3 from bound where a.payment_link_id = bound.id and a.user_id is null`,
)
const openedLink = statement<{
  state: OpenedLink['state'] | 'declined'
  price_paise: number | null
  expires_at: string
  is_own: boolean
  is_unproven: boolean
}>(
  'opened_link',
  `select ${stateOfLinkSql('l')} as state, coalesce((select g.paise from granted_price(l.student_id, l.batch_id) g), l.price_paise) as price_paise,
     ${isoInstant('l.expires_at')} as expires_at, $3::bigint is null or coalesce(l.student_id = u.id, false) or l.student_id is null and u.verified_at is not null and u.email = l.email as is_own,
     l.student_id is null and u.verified_at is null as is_unproven
   from payment_links l left join users u on u.id = $3 where l.token_hash = $1 and l.batch_id = $2`,
)

const messages: Record<OpenedLink['state'], string> = {
  active: 'This link is yours.',
  waiting: 'This link is not open yet. The school still has to approve it.',
  paid: 'This link has been paid.',
  expired: 'This link has expired. Please ask the school for a new one.',
  withdrawn: 'The school has withdrawn this link.',
  unverified: 'This link was made for an e-mail address. Please confirm yours first.',
  foreign: 'This link is for somebody else.',
}

/**
 * Opens a payment link. It becomes the account's when the account has proven the address it was made for. Another account, and one that
 * has proven no address, learns nothing of its price or state.
 * @throws HttpError 404 for a secret that no link of the batch has
 */
export async function openPaymentLink(deps: Pick<Deps, 'db'>, student: Student, { body }: Input): Promise<OpenedLink> {
  await rows(deps.db, bindLink, [hashOfLinkSecret(body.offer), body.batch_id, student.id])
  const link = await find(deps, body, student.id)
  if (!link.is_own) return answer(link.is_unproven ? 'unverified' : 'foreign')
  return link.state === 'active' ? open(link, messages.active) : answer(link.state)
}

/** What a visitor learns of a link. @throws HttpError 404 as `openPaymentLink` does */
export async function readPaymentLink(deps: Pick<Deps, 'db'>, _visitor: Visitor, { body }: Input): Promise<OpenedLink> {
  const link = await find(deps, body, null)
  return link.state === 'active' ? open(link, 'This link is for one person. Please sign in to use it.') : answer(link.state)
}

async function find({ db }: Pick<Deps, 'db'>, body: Input['body'], userId: number | null) {
  const link = await row(db, openedLink, [hashOfLinkSecret(body.offer), body.batch_id, userId])
  if (!link) throw notFound('This link is not valid. Please open the newest mail, or ask the school for a new one.')
  return { ...link, state: link.state === 'declined' ? ('withdrawn' as const) : link.state }
}

const open = ({ price_paise, expires_at }: Pick<OpenedLink, 'price_paise' | 'expires_at'>, message: string): OpenedLink => ({
  state: 'active',
  message,
  price_paise,
  expires_at,
})

const answer = (state: OpenedLink['state']): OpenedLink => ({
  state,
  message: messages[state],
  price_paise: null,
  expires_at: null,
})
