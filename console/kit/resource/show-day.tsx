import { formatPlainDay } from '#ui/format.ts'

/** A day among the details of a record. */
export const showDay = (value: unknown) =>
  typeof value === 'string' ? formatPlainDay(value) : <span className="text-muted">Not given</span>
