import type { ParsedOf } from '#contract/endpoint.ts'
import type { scholarships } from '#contract/money/staff/scholarships.ts'
import { assertAccount } from '#server/people/accounts/assert-account.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { enrolByHand } from '#server/enrolment/by-hand/enrol-by-hand.ts'
import { assertPlace } from '#server/enrolment/places/place.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, invalid, notFound } from '#server/platform/errors/errors.ts'
import { linkAddress, makeLinkSecret } from '#server/money/links/link-secret.ts'
import { storeLinkOfScholarship } from '#server/money/links/store-link.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { rupeesOf } from '#server/platform/text/format.ts'

type Given = ParsedOf<(typeof scholarships)['endpoints']['create']>['body']

const offerOfPlace = statement<{ amount_paise: number; price_paise: number; is_past: boolean }>(
  'offer_of_place',
  `select c.amount_paise, c.price_paise, $2::date < (app_now() at time zone 'Asia/Kolkata')::date as is_past
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)
const insertScholarship = statement<{ id: number }>(
  'insert_scholarship',
  `insert into scholarships (student_id, batch_id, price_paise, reason, valid_until, state, granted_at)
   values ($1, $2, $3, $4, $5, 'waiting', app_now()) on conflict do nothing returning id`,
)
const activateScholarship = statement<{
  student_id: number
  batch_id: number
  price_paise: number
  reason: string
  valid_until: string
}>(
  'activate_scholarship',
  `update scholarships set state = 'active'
   where id = $1 and state = 'waiting' and valid_until >= (app_now() at time zone 'Asia/Kolkata')::date
   returning student_id, batch_id, price_paise, reason, to_char(valid_until, 'YYYY-MM-DD') as valid_until`,
)
const declineScholarship = statement(
  'decline_scholarship',
  `update scholarships set state = 'declined' where id = $1 and state = 'waiting'`,
)
const grantedStudent = statement<{
  email: string
  full_name: string
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
  amount_paise: number
}>(
  'granted_student',
  `select u.email, u.full_name, c.title as course_title, b.batch_type, b.starts_at, b.time_text, c.amount_paise
   from scholarships s join users u on u.id = s.student_id join batches b on b.id = s.batch_id join courses c on c.id = b.course_id
   where s.id = $1`,
)

const refuse = (field: string, message: string) => invalid(message, { [field]: [message] })

/**
 * Writes down a price for a student, which waits until it is activated. The caller holds the student's lock.
 * @returns its id, and what it costs the school at the list price, in paise
 * @throws HttpError 400 or 409 when it can't be granted; 404 unknown batch
 */
export async function storeScholarship(tx: Queryable, given: Given): Promise<{ id: number; givenPaise: number }> {
  const { student_id: studentId, batch_id: batchId, price_paise: price, valid_until: until } = given
  const batch = await lockBatch(tx, batchId)
  const offer = batch && (await row(tx, offerOfPlace, [batchId, until]))
  if (!batch || !offer) throw notFound('There is no such batch.')
  if (offer.is_past) throw refuse('valid_until', 'This day has passed.')
  if (price >= offer.amount_paise)
    throw refuse('price_paise', `Everybody pays ${rupeesOf(offer.amount_paise)}. Please give less.`)
  await assertAccount(tx, studentId)
  await assertPlace(tx, batch, studentId)
  const made = await row(tx, insertScholarship, [studentId, batchId, price, given.reason, until])
  if (!made)
    throw conflict('granted_already', 'This student has a price for this batch, or one that waits. Please end that first.')
  return { id: made.id, givenPaise: offer.price_paise - price }
}

/**
 * Gives a student the price: the next payment follows it. With a price of 0 the student is enrolled at once. Either is mailed.
 * @throws HttpError 409 when it does not wait any more, its last day has passed, or there is no place
 */
export async function activate(
  deps: Pick<Deps, 'config' | 'jobs' | 'random'>,
  tx: Queryable,
  { id, staffId }: { id: number; staffId: number },
): Promise<void> {
  const granted = await row(tx, activateScholarship, [id])
  if (!granted) throw conflict('scholarship_closed', 'Its last day has passed, or it was ended already.')
  if (granted.price_paise === 0) {
    const { student_id: userId, batch_id: batchId, reason } = granted
    await enrolByHand(deps, tx, { userId, batchId, reason, staffId })
    return
  }
  const student = await one(tx, grantedStudent, [id])
  const secret = makeLinkSecret(deps)
  await storeLinkOfScholarship(tx, { scholarshipId: id, secret, staffId, mailed: true })
  await queueMail(
    deps,
    tx,
    {
      template: 'scholarship',
      to: student.email,
      props: {
        name: student.full_name,
        courseTitle: student.course_title,
        batchType: student.batch_type,
        startsAt: student.starts_at.toISOString(),
        timeText: student.time_text,
        pricePaise: granted.price_paise,
        offerPaise: student.amount_paise,
        validUntil: granted.valid_until,
        payUrl: linkAddress(deps, granted.batch_id, secret),
      },
    },
    { cause: `scholarship-${id}`, hold: true, secret: 'kept' },
  )
}

/** Ends a price that a second person has declined, or that was withdrawn. */
export async function decline(tx: Queryable, id: number): Promise<void> {
  await rows(tx, declineScholarship, [id])
}
