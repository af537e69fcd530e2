import type { ArrivalOutcome } from '#contract/desk/staff/arrivals.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import type { ColumnWords } from '#server/platform/tabular/headings.ts'

/** A line by column. A column that the file does not have is empty. */
export type Cells = Readonly<Record<string, string>>

export interface By {
  staff: Staff
  /** The school or the system that the file is of. */
  source: string
  arrivalId: number
}

/** What a line has done. */
export interface Applied {
  outcome: Exclude<ArrivalOutcome, 'problem'>
  id: number
  /** Of what it has made or changed. An undo leaves what has another one. */
  version: number | null
  /** What an undo needs to know, such as the columns of a changed record as they were. */
  before?: object
  /** What is to do with it. */
  note?: string
}

/** What is left of a line that was run. */
export interface Done {
  outcome: ArrivalOutcome
  target_id: number
  target_version: number | null
  before: object | null
}

/**
 * One kind of file. A check runs `apply` for each line and takes all of it back, so that it refuses whatever the run would refuse, and no
 * rule stands twice.
 */
export interface Kind {
  /** What people call the columns. */
  words: ColumnWords<string>
  /** Columns by the name that a refusal has for them, where it is another one. */
  columnOfField: Readonly<Record<string, string>>
  /** @throws HttpError for a line that is left out, with its columns as fields */
  apply(tx: Queryable, by: By, cells: Cells): Promise<Applied>
  /** Takes a line back. @returns why it stays, or null */
  undo(tx: Queryable, by: By, done: Done): Promise<string | null>
}
