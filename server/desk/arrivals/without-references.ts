import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

const beginDelete = statement('begin_delete', `savepoint arrival_delete`)
const endDelete = statement('end_delete', `release savepoint arrival_delete`)
const undoDelete = statement('undo_delete', `rollback to savepoint arrival_delete`)

/** Deletes a record unless others refer to it: the database knows them all. @returns why it stays, or what `remove` returns */
export async function withoutReferences(
  tx: Queryable,
  remove: () => Promise<string | null>,
  reason: string,
): Promise<string | null> {
  await rows(tx, beginDelete)
  try {
    const kept = await remove()
    await rows(tx, endDelete)
    return kept
  } catch (error) {
    // A foreign key.
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await rows(tx, undoDelete)
    return reason
  }
}
