import { challengeMinutes } from '#contract/staff-rules.ts'
import { invalidFactor } from '#contract/people/staff/sign-in.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { confirmTotp, offerTotp } from '#server/people/staff/totp-offer.ts'
import { totpUri } from '#server/people/staff/totp.ts'
import { lockOwnMember, notifyFactorChange } from './own-member.ts'

/** Shows a new secret. The present one stays in use until a code of the new one confirms it. */
export async function offerOwnTotp(deps: Deps, staff: SignedInStaff): Promise<{ totp_secret: string; totp_uri: string }> {
  const { brand } = await readSiteSettings(deps)
  return transactionAs(deps, staff, async (tx) => {
    const { id, email } = await lockOwnMember(tx, staff)
    const secret = await offerTotp(deps, tx, id, challengeMinutes)
    return { totp_secret: secret, totp_uri: totpUri(brand, email, secret) }
  })
}

/** @throws HttpError 400 for a wrong code or an expired offer */
export async function confirmOwnTotp(deps: Deps, staff: SignedInStaff, code: string): Promise<{ message: string }> {
  await transactionAs(deps, staff, async (tx) => {
    const member = await lockOwnMember(tx, staff)
    if (!(await confirmTotp(deps, tx, staff.id, code))) throw invalid(invalidFactor, { totp: [invalidFactor] })
    await notifyFactorChange(deps, tx, member, 'totp_changed')
  })
  return { message: 'The app is in use.' }
}
