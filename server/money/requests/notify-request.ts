import type { Queryable } from '#server/platform/db/query.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import type { FoundRequest } from './find-request.ts'

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const nameBatch = (type: string, startsAt: Date) => `${type}, from ${day.format(startsAt)}`

type MailDeps = Parameters<typeof queueMail>[0]

/** Mails the state of a request to its student; `refund` is the refund that an approval queued. */
export async function notifyStudent(
  deps: MailDeps,
  tx: Queryable,
  request: FoundRequest,
  change: {
    state: 'open' | 'approved' | 'declined'
    answer?: string
    refund?: { amountPaise: number; endsAccess: boolean }
  },
): Promise<void> {
  await queueMail(
    deps,
    tx,
    {
      template: 'request-state',
      to: request.email,
      props: {
        name: request.full_name,
        kind: request.request_kind,
        state: change.state,
        courseTitle: request.course_title,
        ...batchesOf(request),
        amountPaise: change.refund?.amountPaise ?? null,
        endsAccess: change.refund?.endsAccess ?? false,
        isOffline: request.is_offline,
        answer: change.answer ?? null,
      },
    },
    { cause: `request-${request.request_id}-${change.state}` },
  )
}

/** Mails a new request to the school's own address. */
export async function notifySchool(deps: MailDeps, tx: Queryable, request: FoundRequest): Promise<void> {
  await queueMail(
    deps,
    tx,
    {
      template: 'request-received',
      to: null,
      props: {
        id: request.request_id,
        kind: request.request_kind,
        name: request.full_name,
        email: request.email,
        phone: request.phone ?? '',
        courseTitle: request.course_title,
        ...batchesOf(request),
        amountPaise: request.amount_paise,
        paymentId: request.provider_payment_id,
        reason: request.request_reason,
      },
    },
    { cause: `request-${request.request_id}-school` },
  )
}

function batchesOf(request: FoundRequest): { batch: string; toBatch: string | null } {
  return {
    batch: nameBatch(request.from_batch_type, request.from_starts_at),
    toBatch: request.to_starts_at ? nameBatch(request.to_batch_type ?? '', request.to_starts_at) : null,
  }
}
