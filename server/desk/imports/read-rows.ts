import { copiedPhone, email, line } from '#contract/fields.ts'
import type { ImportProblem, PaidLines } from '#contract/desk/staff/imports.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { isShortened } from '#server/platform/tabular/cells.ts'
import { batchFinder } from './find-batches.ts'
import { isPaid, readSale, type Sale } from './read-sale.ts'
import type { TypedRow } from './typed-row.ts'

/** A line whose cells are values, or its problems. */
export type ReadRow = ReadValues | { typed: TypedRow; batchId: number | null; problems: ImportProblem[] }
export interface ReadValues {
  typed: TypedRow
  /** Empty for a line that says none, which an account that exists does not need. */
  name: string
  email: string
  phone: string | null
  batchId: number | null
  /** Of a line that is paid. */
  sale: Sale | null
}

const accountName = line(120)

/** Reads the cells of all lines, and finds their batches. @param paid what was said about payments; null when none are recorded */
export async function readRows(db: Queryable, typed: readonly TypedRow[], paid: PaidLines | null): Promise<ReadRow[]> {
  const findBatch = await batchFinder(
    db,
    typed.map(({ batch }) => batch),
  )
  return typed.map((row) => readRow(row, findBatch(row.batch), paid))
}

function readRow(typed: TypedRow, batch: number | ImportProblem | null, paid: PaidLines | null): ReadRow {
  const name = typed.name === '' ? { success: true as const, data: '' } : accountName.safeParse(typed.name)
  const address = email.safeParse(typed.email)
  const digits = copiedPhone.safeParse(typed.phone).data
  const sale = paid && isPaid(typed, paid) ? readSale(typed, paid) : null
  const problems: ImportProblem[] = [
    ...(name.success ? [] : ['name' as const]),
    ...(address.success ? [] : ['email' as const]),
    ...(typed.phone === '' || digits !== undefined ? [] : [phoneProblem(typed.phone)]),
    ...(typeof batch === 'string' ? [batch] : []),
    ...(sale && batch === null ? ['batch_missing' as const] : []),
    ...(Array.isArray(sale) ? sale : []),
  ]
  if (!name.success || !address.success || typeof batch === 'string' || Array.isArray(sale) || problems.length > 0) {
    // Whether it needs a name is known only of a line that can be read.
    const isNameless = name.success && name.data === ''
    return {
      typed,
      batchId: typeof batch === 'string' ? null : batch,
      problems: isNameless ? ['name', ...problems] : problems,
    }
  }

  return { typed, name: name.data, email: address.data, phone: digits ?? null, batchId: batch, sale }
}

const phoneProblem = (phone: string): ImportProblem => (isShortened(phone) ? 'phone_shortened' : 'phone')
