import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { isPrintable } from '#server/platform/fonts/fonts.ts'
import { certificateRecords } from './certificate-records.ts'
import { type Issued, mailCertificate, newCode } from './issue-certificate.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'

const revokeOne = statement(
  'revoke_one',
  `update certificates set revoked_at = app_now(), revoked_by = $2, revoked_for = $3, revoke_reason = $4
   where id = $1 and revoked_at is null returning 1`,
)
const currentName = statement<{ full_name: string }>(
  'current_name',
  `select u.full_name from certificates k join users u on u.id = k.user_id where k.id = $1 and k.revoked_at is null and u.erased_at is null for share of u`,
)
// The figures and the days stay as they stood at the first issue.
const copyCertificate = statement<Issued>(
  'copy_certificate',
  `with written as (
     insert into certificates (code, user_id, batch_id, issued_at, issued_by, rule, wanted_percent, attended, counted, exercises,
       accepted, holder, course_title, school, classes, minutes, first_day, last_day, signatory_name, signatory_title, built, project_url)
     select $2, user_id, batch_id, app_now(), $3, rule, wanted_percent, attended, counted, exercises, accepted, $4, course_title,
       school, classes, minutes, first_day, last_day, signatory_name, signatory_title, built, project_url
     from certificates where id = $1
     returning id, code, number, user_id, holder, course_title, issued_at)
   select w.id, w.code, w.number, w.holder, w.course_title, ${isoInstant('w.issued_at')} as issued_at, u.email
   from written w join users u on u.id = w.user_id`,
)

const isRevoked = () => conflict('already_revoked', 'This certificate is revoked already.')

/** @throws HttpError 404; 409 when it is revoked already, or was issued again with a corrected name */
export async function revokeCertificate(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { id, reason }: { id: number; reason: string },
): Promise<StaffCertificate> {
  return staffTransaction(deps, staff, async (tx) => {
    await certificateRecords.find(tx, id)
    const revoked = await row(tx, revokeOne, [id, staff.id, 'staff', reason])
    const record = await certificateRecords.find(tx, id)
    if (revoked) return record
    throw record.revoked_for === 'corrected'
      ? conflict('replaced', 'This certificate was issued again with a corrected name. The new one is valid.')
      : isRevoked()
  })
}

/**
 * Issues a certificate again with the name that the account has now, and revokes the former one.
 * @throws HttpError 404; 409 when it is revoked, has this name, or no font has a letter of the name
 */
export async function reissueCertificate(
  deps: Pick<Deps, 'db' | 'config' | 'jobs'>,
  staff: Staff,
  { id }: { id: number },
): Promise<StaffCertificate> {
  return staffTransaction(deps, staff, async (tx) => {
    const former = await certificateRecords.find(tx, id)
    const name = (await row(tx, currentName, [id]))?.full_name
    if (name === undefined) throw isRevoked()
    if (name === former.holder) {
      throw conflict('same_name', 'The account has this very name. Correct the name of the student first.')
    }
    if (!isPrintable(name)) {
      throw conflict('unprintable_name', 'A letter of this name can not be printed. Correct the name of the student first.')
    }
    if (!(await row(tx, revokeOne, [id, staff.id, 'corrected', '']))) throw isRevoked()
    const issued = await row(tx, copyCertificate, [id, newCode(), staff.id, name])
    if (!issued) throw new Error('the certificate to copy is gone')
    await mailCertificate(deps, tx, issued)
    return certificateRecords.find(tx, issued.id)
  })
}
