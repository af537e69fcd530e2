import type { ImportColumn } from '#contract/desk/staff/imports.ts'

/** What a column of a file can be. */
export const columnLabels: Readonly<Record<ImportColumn, string>> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  phone: 'Phone',
  batch: 'Batch',
  course: 'Course',
  starts_on: 'First day of the batch',
  amount: 'Amount paid',
  method: 'Paid by',
  reference: 'Reference',
  received_on: 'Received on',
}
