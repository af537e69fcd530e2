import type { ExportedData } from '#contract/people/accounts.ts'
import { rows, type Statement } from '#server/platform/db/query.ts'
import type { ExportedRow } from '#server/platform/personal-data/define-personal-data.ts'
import type { Deps } from '#server/deps.ts'
import type { Student } from '#server/platform/auth/principal.ts'

/** Exports all personal data of a student, by part. Data under the address is exported for a verified account only. */
export async function exportData(deps: Deps, student: Pick<Student, 'id' | 'email' | 'verified'>): Promise<ExportedData> {
  const parts: ExportedData['parts'] = {}
  const read = async (statements: Record<string, Statement<ExportedRow>> = {}, value: number | string) => {
    for (const [part, query] of Object.entries(statements)) parts[part] = (await rows(deps.db, query, [value])).map(plain)
  }
  for (const { exports } of deps.personalData) await read(exports.account, student.id)
  if (student.verified) for (const { exports } of deps.personalData) await read(exports.address, student.email)
  return { exported_at: deps.clock().toISOString(), parts }
}

function plain(row: ExportedRow): ExportedData['parts'][string][number] {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}
