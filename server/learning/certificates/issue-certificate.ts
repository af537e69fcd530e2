import { randomBytes } from 'node:crypto'
import { pathTo } from '#contract/pages.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { isPrintable } from '#server/platform/fonts/fonts.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'

/** Whom a certificate is issued to, and by whom: a member of staff, or null for the product. */
export interface Issue {
  userId: number
  batchId: number
  staffId: number | null
}

export interface Issued {
  id: number
  code: string
  number: string
  email: string
  holder: string
  course_title: string
  issued_at: string
}

// A refund or an erasure of the same moment waits for this transaction, or this one sees it.
const lockPlaceToCertify = statement<{ full_name: string }>(
  'lock_place_to_certify',
  `select u.full_name from open_enrolments e join users u on u.id = e.user_id
   where e.user_id = $1 and e.batch_id = $2 and u.erased_at is null for share`,
)
const insertCertificate = statement<Issued>(
  'insert_certificate',
  `with written as (
     insert into certificates (code, user_id, batch_id, issued_at, issued_by, rule, wanted_percent, attended, counted, exercises,
       accepted, holder, course_title, school, classes, minutes, first_day, last_day, signatory_name,
       signatory_title, built)
     select $3, s.user_id, $2, app_now(), $4::integer, s.rule, s.wanted, s.attended, s.counted, s.exercises, s.accepted,
       u.full_name, b.course_title, $5, b.classes, b.minutes, (b.first_at at time zone 'Asia/Kolkata')::date,
       (b.last_at at time zone 'Asia/Kolkata')::date, y.name, y.title, certificate_built($2, $1, app_now())
     from certificate_batch($2) b cross join certificate_standing($2, $1) s cross join certificate_signatory() y join users u on u.id = s.user_id
     where b.finished_at is not null and (s.meets or s.meets is null and $4::integer is not null)
     on conflict (user_id, batch_id) where revoked_at is null do nothing
     returning id, code, number, user_id, holder, course_title, issued_at)
   select w.id, w.code, w.number, w.holder, w.course_title, ${isoInstant('w.issued_at')} as issued_at, u.email
   from written w join users u on u.id = w.user_id`,
)

export const newCode = (): string => randomBytes(16).toString('hex')

/**
 * Issues a certificate to a student of a finished batch who meets the rule, or whom staff choose where staff decide, and queues
 * its mail. Undefined when nothing was issued: there is a valid one, the rule is not met, the student is not in the
 * batch, or no font has a letter of the name.
 */
export async function issueCertificate(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  { userId, batchId, staffId }: Issue,
): Promise<Issued | undefined> {
  const place = await row(tx, lockPlaceToCertify, [userId, batchId])
  if (!place || !isPrintable(place.full_name)) return undefined
  const { brand } = await readSiteSettings({ db: tx })
  const issued = await row(tx, insertCertificate, [userId, batchId, newCode(), staffId, brand])
  if (issued) await mailCertificate(deps, tx, issued)
  return issued
}

/** Queues the mail that a certificate is there, once for each. */
export async function mailCertificate(deps: Pick<Deps, 'config' | 'jobs'>, tx: Queryable, issued: Issued): Promise<void> {
  const { publicUrl } = deps.config
  await queueMail(
    deps,
    tx,
    {
      template: 'certificate-issued',
      to: issued.email,
      props: {
        name: issued.holder,
        courseTitle: issued.course_title,
        issuedAt: issued.issued_at,
        verifyUrl: `${publicUrl}${pathTo('verify', issued.number)}`,
        pdfUrl: `${publicUrl}/api/certificates/${issued.code}/pdf/`,
      },
    },
    { cause: `certificate:${issued.id}`, lane: 'batch' },
  )
}
