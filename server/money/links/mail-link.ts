import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { hashOfLinkSecret, linkAddress } from './link-secret.ts'

const mailedLink = statement<{
  to_address: string
  full_name: string | null
  batch_id: number
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
  price_paise: number | null
  offer_paise: number
  expires_at: string
  minutes: number
}>(
  'mailed_link',
  `with mailed as (
     update payment_links set token_hash = $2, mailed_at = app_now(), mail_wanted = false where id = $1 returning *
   )
   select coalesce(u.email, l.email) as to_address, u.full_name, l.batch_id, c.title as course_title, b.batch_type, b.starts_at, b.time_text,
     l.price_paise, c.amount_paise as offer_paise, ${isoInstant('l.expires_at')} as expires_at,
     greatest(1, extract(epoch from l.expires_at - app_now()) / 60)::integer as minutes
   from mailed l left join users u on u.id = l.student_id join batches b on b.id = l.batch_id join courses c on c.id = b.course_id`,
)

/** Mails a link with this secret, which takes the place of the one before: only its hash is stored, so no earlier one can be mailed. */
export async function mailLink(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  { id, secret }: { id: number; secret: string },
): Promise<void> {
  const link = await one(tx, mailedLink, [id, hashOfLinkSecret(secret)])
  await queueMail(
    deps,
    tx,
    {
      template: 'payment-link',
      to: link.to_address,
      props: {
        name: link.full_name,
        courseTitle: link.course_title,
        batchType: link.batch_type,
        startsAt: link.starts_at.toISOString(),
        timeText: link.time_text,
        pricePaise: link.price_paise,
        offerPaise: link.offer_paise,
        expiresAt: link.expires_at,
        payUrl: linkAddress(deps, link.batch_id, secret),
      },
    },
    { secret: 'kept', expiresInMinutes: link.minutes },
  )
}
