import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import {
  type ImportColumn,
  importColumns,
  type imports,
  isPaymentColumn,
  type PaidLines,
  readImportColumns,
} from '#contract/desk/staff/imports.ts'
import { offlineMethodNames, offlineMethods } from '#contract/money/staff/approvals.ts'
import { call } from '#console/kit/api/client.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { MoneyField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { openBatchReference, publishedCourseReference, receiverReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import type { FormValues } from '#console/kit/resource/screen.ts'
import { ColumnFields } from '#console/kit/imports/column-fields.tsx'
import { FileField } from '#console/kit/imports/file-field.tsx'
import type { TableFile } from '#console/kit/imports/read-table-file.ts'
import { useColumns } from '#console/kit/imports/use-columns.ts'
import { columnLabels } from './column-labels.ts'

type Values = FormValues<typeof imports>

const sample = 'name,email,phone,batch\nAsha Patil,asha@example.com,9876543210,101\nRavi Kumar,ravi@example.com,,'
const readColumns = (body: TableFile) => call(readImportColumns, { body })
const anyColumn = () => true
const noPayment = (column: ImportColumn) => !isPaymentColumn(column)
const labelsOf = (isPaid: boolean) =>
  Object.fromEntries(importColumns.filter((one) => isPaid || noPayment(one)).map((one) => [one, columnLabels[one]]))
const needed: readonly { anyOf: readonly ImportColumn[]; text: string }[] = [
  // A list of enrolments has addresses and batches alone.
  { anyOf: ['name', 'first_name', 'batch', 'course'], text: 'the name' },
  { anyOf: ['email'], text: 'the e-mail address' },
]

/** A file, what its columns are, and what holds for all of its lines. */
export function ImportForm() {
  const { control } = useFormContext<Values>()
  const paid = useWatch({ control, name: 'paid' })
  const isPaid = Boolean(paid)
  const { found, failure, columnOf, choose } = useColumns(readColumns, isPaid ? anyColumn : noPayment)
  const { may } = useAccess()
  return (
    <>
      <Section
        title="Students"
        text="A workbook of Excel, a CSV, or answers of a Google Form, with at most 2,000 students. The first line names the columns. Students who have an account need only their address and a batch."
      >
        {may('courses:write') ? (
          <p className="text-muted">
            Courses, batches and past payments of another system are files of{' '}
            <Link to="/arrivals/new" className="underline underline-offset-2 hover:text-ink">
              Arrivals
            </Link>
            .
          </p>
        ) : null}
        <FileField what="students" sample={sample} lines={found?.lines ?? null} />
        {failure === null ? null : (
          <p role="status" className="-mt-2 text-bad">
            {failure}
          </p>
        )}
      </Section>
      {may('payments:write') ? <PaymentSection isPaid={isPaid} /> : null}
      {found ? (
        <Section
          title="Columns"
          text={
            found.remembered
              ? 'Somebody chose these for an earlier file with the same headings. Change what is different.'
              : 'What each column is. This is remembered for the next file with the same headings.'
          }
        >
          <ColumnFields {...{ found, columnOf, choose, needed }} labels={labelsOf(isPaid)} />
          {isPaid || !found.columns.some(({ column }) => isPaymentColumn(column)) ? null : (
            <p role="status" className="text-muted">
              {may('payments:write')
                ? 'Some of these columns are about payments. Choose “Paid already” above to record them.'
                : 'Columns about payments are not imported: your role records no payments. An owner can bring such a list over.'}
            </p>
          )}
        </Section>
      ) : null}
      <Section
        title="Batch"
        text="Where all students belong to one batch or course, choose it here. Otherwise the lines say it: a number such as 132, or course and first day."
      >
        <BatchFields />
      </Section>
      <Section
        title="Reason"
        text={
          isPaid
            ? 'Why these students are imported. It stays with the enrolments that nobody paid.'
            : 'Nobody pays for the enrolments of this import. The reason stays with each of them.'
        }
      >
        <TextareaField<Values> name="reason" required />
      </Section>
    </>
  )
}

function BatchFields() {
  const { control } = useFormContext<Values>()
  const batch = useWatch({ control, name: 'batch_id' }) ?? null
  return (
    <Pair>
      <ReferenceField<Values>
        name="batch_id"
        label="Batch of all lines"
        to={openBatchReference}
        hint="Columns of batches are then not used."
      />
      {batch === null ? (
        <ReferenceField<Values>
          name="course_id"
          label="Course of all lines"
          to={publishedCourseReference}
          hint="The lines then say the first day. They need not when only one batch takes students."
        />
      ) : null}
    </Pair>
  )
}

const unsaid: PaidLines = { amount_paise: null, method: null, received_on: null, received_by: null, discounts: false }
const choices = offlineMethods.map((value) => ({ value, label: offlineMethodNames[value] }))
const kinds = [
  { isOn: false, label: 'Not paid' },
  { isOn: true, label: 'Paid already' },
]

/** Payments that the school has received before. They are recorded like those at the desk. */
function PaymentSection({ isPaid }: { isPaid: boolean }) {
  const { setValue } = useFormContext<Values>()
  return (
    <Section
      title="Payments"
      text="Money that you have received already is recorded with a receipt for each student. Large amounts wait for a second person."
    >
      <fieldset className="grid min-w-0 gap-4">
        <legend className="sr-only">Payments</legend>
        <div className="flex w-fit flex-wrap rounded-md border border-line p-0.5">
          {kinds.map(({ isOn, label }) => (
            <label
              key={label}
              className="flex min-h-8 cursor-pointer items-center rounded-sm px-3 text-muted has-checked:bg-sunken has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
            >
              <input
                type="radio"
                name="is-paid"
                checked={isPaid === isOn}
                onChange={() => setValue('paid', isOn ? unsaid : undefined, { shouldDirty: true })}
                className="sr-only"
              />
              {label}
            </label>
          ))}
        </div>
        {isPaid ? (
          <>
            <p className="text-muted">
              Each line has its own reference: choose its column below, or write it in the check. The rest is taken from here
              where a line does not say it.
            </p>
            <Pair>
              <MoneyField<Values> name="paid.amount_paise" label="Amount paid" hint="Empty: the price of the batch." />
              <SelectField<Values> name="paid.method" label="Paid by" options={choices} none="As the lines say" />
              <DateField<Values> name="paid.received_on" label="Received on" />
              <ReferenceField<Values> name="paid.received_by" label="Received by" to={receiverReference} hint="Empty: you." />
            </Pair>
            <SwitchField<Values>
              name="paid.discounts"
              label="Less than the price is a discount"
              hint="Its reason is that of the import, and the receipt shows it."
            />
          </>
        ) : null}
      </fieldset>
    </Section>
  )
}
