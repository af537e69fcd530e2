import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import { one, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { lockOwnMember, notifyFactorChange } from './own-member.ts'

const removeOwnPasskeyRow = statement<{ id: number }>(
  'remove_own_passkey_row',
  `delete from staff_passkeys where id = $1 and staff_id = $2 returning id`,
)
const factorsLeft = statement<{ factors: number }>(
  'factors_left',
  `select (select count(*) from staff_totp where staff_id = $1)::int
     + (select count(*) from staff_passkeys where staff_id = $1)::int as factors`,
)

/** @throws HttpError 404; 409 for the last second factor, without which nobody can sign in */
export async function removeOwnPasskey(
  deps: Deps,
  staff: SignedInStaff,
  { params: { id } }: { params: { id: number } },
): Promise<{ message: string }> {
  await transactionAs(deps, staff, async (tx) => {
    const member = await lockOwnMember(tx, staff)
    if (!(await row(tx, removeOwnPasskeyRow, [id, staff.id]))) throw notFound()
    const { factors } = await one(tx, factorsLeft, [staff.id])
    if (factors === 0) throw conflict('last_factor', 'This is your last second factor. Add another one first.')
    await notifyFactorChange(deps, tx, member, 'passkey_removed')
  })
  return { message: 'The passkey was removed.' }
}
