import type { ArrivalColumns, readArrivalColumns as endpoint } from '#contract/desk/staff/arrivals.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { readMapping } from '#server/desk/imports/stored-mappings.ts'
import type { Deps } from '#server/deps.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { samplesOf } from '#server/platform/tabular/headings.ts'
import { assertKind } from './kinds.ts'
import { readArrivalFile, readColumns } from './read-arrival-file.ts'

/** Returns the columns of a file as they were chosen for an earlier one, or as they are guessed. @throws HttpError 400, 403 */
export async function readArrivalColumns(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { body: { kind, ...file } }: Pick<ParsedOf<typeof endpoint>, 'body'>,
): Promise<ArrivalColumns> {
  assertKind(staff, kind)
  const table = readArrivalFile(kind, file)
  const known = await readMapping<string>(deps.db, table.headings, kind)
  const read = readColumns(kind, table, known)
  return {
    columns: read.flatMap((one, index) => (one ? [{ ...one, samples: samplesOf(table.lines, index) }] : [])),
    lines: table.lines.length,
    remembered: known !== undefined,
  }
}
