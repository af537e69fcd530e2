import type { ParsedOf } from '#contract/endpoint.ts'
import type { confirmTrialSeat as contract, TrialClass } from '#contract/classes/trials.ts'
import { consumeCode } from '#server/people/accounts/consume-code.ts'
import { invalidCode } from '#server/people/accounts/invalid-code.ts'
import { guestKey } from '#server/platform/auth/guest-key.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { storeEnquiry } from '#server/people/enquiries/submit-enquiry.ts'
import { conflict, type HttpError } from '#server/platform/errors/errors.ts'
import { classLabelOf, dayOf, timeOf } from '#server/platform/text/format.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { closedFor, findTrialClass } from './trial-class.ts'

// Guests of one class come one after the other, so that the last seat is given once.
const lockTrialClass = statement('lock_trial_class', `select 1 from class_sessions where id = $1 for no key update`)
const seatOfAddress = statement<{ id: number }>(
  'seat_of_address',
  `select g.id::float8 as id from trial_guests g join enquiries e on e.id = g.enquiry_id
   where g.session_id = $1 and e.email = $2 and g.released_at is null`,
)
const isStudentOfClass = statement(
  'is_student_of_class',
  `select 1 from class_sessions s join active_enrolments n on n.batch_id = s.batch_id
   join users u on u.id = n.user_id where s.id = $1 and u.email = $2`,
)
const insertTrialGuest = statement<{ id: number }>(
  'insert_trial_guest',
  `insert into trial_guests (session_id, enquiry_id, created_at, told_starts_at)
   select s.id, $2, app_now(), s.starts_at from class_sessions s where s.id = $1 returning id::float8 as id`,
)

type Input = ParsedOf<typeof contract> & { ip: string }

/**
 * Gives a person who has the mailed code a seat in one class: a lead with one right. The same address and class get the same
 * seat again, and its mail.
 * @throws HttpError 400 for every failure of the code; 404 for a class that is not open to guests; 409 when all seats are
 * taken, and for a student of the class; 410 when it has begun or is cancelled
 */
export async function confirmTrialSeat(deps: Deps, _visitor: Visitor, { params, body, ip }: Input): Promise<{ key: string }> {
  const { email, otp } = body
  await findTrialClass(deps.db, params.session_id)
  const outcome = await transaction(deps.db, async (tx): Promise<{ guest: number } | { refusal: HttpError }> => {
    const guess = await consumeCode(deps, tx, { email, purpose: 'trial', network: networkOf(ip), code: otp })
    // Returned, not thrown, because the guess or the used code must be committed.
    if (guess !== 'right') return { refusal: invalidCode(guess) }
    await rows(tx, lockTrialClass, [params.session_id])
    const found = await findTrialClass(tx, params.session_id)
    const seat = await row(tx, seatOfAddress, [params.session_id, email])
    // A seat that the guest has is not taken again.
    const refusal = seat && found.state === 'full' ? undefined : (closedFor(found) ?? (await refuseStudent(tx, found, email)))
    if (refusal) return { refusal }
    const guest = seat?.id ?? (await takeSeat(deps, tx, found, body))
    await mailSeat(deps, tx, { guest, found, name: body.name, email })
    return { guest }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return { key: guestKey(deps.config, outcome.guest) }
}

/** The address is proven by now, so the refusal tells nobody else. */
async function refuseStudent(tx: Queryable, { session_id }: TrialClass, email: string): Promise<HttpError | undefined> {
  return (await row(tx, isStudentOfClass, [session_id, email]))
    ? conflict('own_class', 'You are a student of this class. Join it from your course room.')
    : undefined
}

async function takeSeat(deps: Deps, tx: Queryable, found: TrialClass, { name, email, phone }: Input['body']): Promise<number> {
  const enquiry = await storeEnquiry(deps, tx, {
    kind: 'trial',
    name,
    email,
    ...(phone ? { phone } : {}),
    course_name: found.course,
    message: `${classLabelOf(found)}, on ${dayOf(found.starts_at)}, ${timeOf(found.starts_at)}.`,
  })
  return (await one(tx, insertTrialGuest, [found.session_id, enquiry])).id
}

async function mailSeat(
  deps: Deps,
  tx: Queryable,
  { guest, found, name, email }: { guest: number; found: TrialClass; name: string; email: string },
): Promise<void> {
  await queueMail(deps, tx, {
    template: 'trial-seat',
    to: email,
    props: {
      name,
      courseTitle: found.course,
      label: classLabelOf(found),
      startsAt: found.starts_at,
      endsAt: found.ends_at,
      instructor: found.instructor,
      guestId: guest,
      sessionId: found.session_id,
    },
  })
}
