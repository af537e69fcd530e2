import type { ParsedOf } from '#contract/endpoint.ts'
import type { ImportColumns, readImportColumns as endpoint } from '#contract/desk/staff/imports.ts'
import { allows } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { samplesOf } from '#server/platform/tabular/headings.ts'
import { readFile } from './parse-file.ts'
import { readHeadings } from './read-headings.ts'
import { findMapping, withoutPayments } from './remember-mapping.ts'

/** Returns the columns of a file as they were chosen for an earlier one, or as they are guessed. @throws HttpError 400 */
export async function readImportColumns(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { body }: Pick<ParsedOf<typeof endpoint>, 'body'>,
): Promise<ImportColumns> {
  const { headings, lines } = readFile(body)
  const known = await findMapping(deps.db, headings)
  const mayPay = allows(staff.roles, 'payments:write')
  const mapping = known && !mayPay ? withoutPayments(known) : known
  const read = readHeadings(headings, { mapping, guessesPayments: true })
  const taken = new Set<string>()
  const columns = read.flatMap((heading, index) => {
    if (!heading) return []
    // Of two that look alike the first is taken, and a person chooses.
    const column = heading.column !== null && taken.has(heading.column) ? null : heading.column
    if (column !== null) taken.add(column)
    return [{ heading: heading.heading, column, samples: samplesOf(lines, index) }]
  })
  return { columns, lines: lines.length, remembered: known !== undefined }
}
