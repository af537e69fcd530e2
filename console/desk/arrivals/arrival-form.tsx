import { useCallback } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import {
  arrivalColumns,
  type ArrivalKind,
  arrivalKindNames,
  arrivalKinds,
  arrivalLimits,
  arrivalPermissions,
  type arrivals,
  readArrivalColumns,
} from '#contract/desk/staff/arrivals.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { ColumnFields } from '#console/kit/imports/column-fields.tsx'
import { FileField } from '#console/kit/imports/file-field.tsx'
import type { TableFile } from '#console/kit/imports/read-table-file.ts'
import { useColumns } from '#console/kit/imports/use-columns.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof arrivals>

const samples: Readonly<Record<ArrivalKind, string>> = {
  courses: 'title,price,category,description\nData Science,45000,Data,From numbers to decisions',
  batches:
    'course,instructor,first day,time,weekdays,number of classes,seats\nData Science,Meera Kulkarni,7 Dec 2026,7:30 PM - 9:00 PM,"Mon, Wed, Fri",24,30',
  past_payments: 'email,amount,paid on,reference,for\nasha@example.com,12000,5 Mar 2024,ORD-1041,React Basics',
}
const texts: Readonly<Record<ArrivalKind, string>> = {
  courses: 'Each line is a course. New ones are drafts: nobody sees them before you publish them.',
  batches:
    'Each line is a batch with its instructor, by name or address, and its weekdays and time, or a list of its classes. New ones are drafts.',
  past_payments:
    'Each line is a payment that another system took. It stands in the student’s file and on the student’s page of payments, and never in your books.',
}

const anyColumn = () => true

/** What the file has, the file, and what its columns are. */
export function ArrivalForm() {
  const { control } = useFormContext<Values>()
  const kind = useWatch({ control, name: 'kind' })
  const read = useCallback((file: TableFile) => call(readArrivalColumns, { body: { kind, ...file } }), [kind])
  const { found, failure, columnOf, choose } = useColumns<string>(read, anyColumn)
  const names: Readonly<Record<string, string>> = arrivalColumns[kind].names
  const needed = arrivalColumns[kind].needed.map((group: readonly string[]) => ({
    anyOf: group,
    text: group.map((column) => `“${names[column]}”`).join(' or '),
  }))
  return (
    <>
      <Section title="What it has" text={texts[kind]}>
        <KindField />
        <p className="text-muted">
          Students and their places are a file of{' '}
          <Link to="/imports/new" className="underline underline-offset-2 hover:text-ink">
            Imports
          </Link>
          .
        </p>
      </Section>
      <Section
        title="File"
        text={`A workbook of Excel or a CSV with at most ${arrivalLimits[kind].toLocaleString('en-IN')} lines. One line names the columns.`}
      >
        <TextField<Values>
          name="source"
          required
          hint={
            kind === 'past_payments'
              ? 'The school or the system, such as Bright Academy. Students read “Paid before at Bright Academy”.'
              : 'The school or the system, such as Bright Academy.'
          }
        />
        <FileField what={arrivalKindNames[kind].toLowerCase()} sample={samples[kind]} lines={found?.lines ?? null} />
        {failure === null ? null : (
          <p role="status" className="-mt-2 text-bad">
            {failure}
          </p>
        )}
      </Section>
      {found ? (
        <Section
          title="Columns"
          text={
            found.remembered
              ? 'Somebody chose these for an earlier file with the same headings. Change what is different.'
              : 'What each column is. This is remembered for the next file with the same headings.'
          }
        >
          <ColumnFields {...{ found, columnOf, choose, needed }} labels={names} />
        </Section>
      ) : null}
    </>
  )
}

function KindField() {
  const { control, setValue } = useFormContext<Values>()
  const chosen = useWatch({ control, name: 'kind' })
  const { may } = useAccess()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">What it has</legend>
      <div className="flex w-fit max-w-full flex-wrap rounded-md border border-line p-0.5">
        {arrivalKinds
          .filter((kind) => may(arrivalPermissions[kind]))
          .map((kind) => (
            <label
              key={kind}
              className="flex min-h-8 cursor-pointer items-center rounded-sm px-3 text-muted has-checked:bg-sunken has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
            >
              <input
                type="radio"
                name="kind"
                checked={chosen === kind}
                onChange={() => setValue('kind', kind, { shouldDirty: true })}
                className="sr-only"
              />
              {arrivalKindNames[kind]}
            </label>
          ))}
      </div>
    </fieldset>
  )
}
