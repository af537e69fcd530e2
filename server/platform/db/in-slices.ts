import { type Queryable, rows, type Statement } from './query.ts'

/** Rows of one slice. */
const sliceRows = 5000

/**
 * Repeats a statement until it changes no more rows, so that neither a lock nor the memory grows with them. Its last parameter is
 * the number of rows of a slice, and it returns a row for each that it has changed.
 */
export async function inSlices(db: Queryable, statement: Statement<unknown>, values: unknown[] = []): Promise<void> {
  for (;;) {
    const changed = await rows(db, statement, [...values, sliceRows])
    if (changed.length < sliceRows) return
  }
}
