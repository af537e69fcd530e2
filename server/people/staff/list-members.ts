import type { StaffRecord } from '#contract/people/staff/staff.ts'
import type { Operator } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { memberRecords } from './member-records.ts'

const memberIds = statement<{ id: number }>('member_ids', `select id from staff order by email`)
const memberByAddress = statement<{ id: number }>('member_by_address', `select id from staff where email = $1`)

export async function listMembers({ db }: Pick<Deps, 'db'>, _operator: Operator): Promise<StaffRecord[]> {
  const ids = await rows(db, memberIds)
  return Promise.all(ids.map(({ id }) => memberRecords.find(db, id)))
}

/** @throws HttpError 404 for an address without an account */
export async function findMember({ db }: Pick<Deps, 'db'>, _operator: Operator, email: string): Promise<{ id: number }> {
  const member = await row(db, memberByAddress, [email])
  if (!member) throw notFound(`No member of staff has the address ${email}.`)
  return member
}
