import { importStates, imports, importStateNames } from '#contract/desk/staff/imports.ts'
import { Section } from '#console/kit/fields/section.tsx'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { FileField } from './file-field.tsx'
import { gains, ImportState } from './import-state.tsx'

type Values = FormValues<typeof imports>

export const screen = defineScreen({
  resource: imports,
  title: 'Imports',
  one: 'import',
  labels: {
    file_name: 'File',
    text: 'Students',
    reason: 'Reason',
    state: 'State',
    enrolments: 'Gives',
    problems: 'Left out',
    staff: 'By',
    created_at: 'Checked on',
  },
  nameOf: ({ file_name }) => file_name,
  columns: [
    { name: 'file_name' },
    { name: 'state', width: '8rem', atEnd: true, show: (record) => <ImportState state={record.state} /> },
    { name: 'enrolments', width: '15rem', show: gains },
    { name: 'problems', align: 'right', width: '6rem' },
    { name: 'staff', width: '10rem' },
    { name: 'created_at', width: '13rem', show: ({ created_at }) => formatMoment(created_at) },
    { name: 'reason', hidden: true },
  ],
  line: (record) => `${gains(record)}, by ${record.staff}`,
  filters: [{ name: 'state', kind: 'choice', choices: importStates.map((value) => ({ value, label: importStateNames[value] })) }],
  empty: 'Files of students are checked here first, and then run.',
  making: {
    title: 'Import students',
    button: 'Check the file',
    done: ({ file_name }) => `${file_name} is checked. Nothing has changed yet.`,
  },
  blank: { file_name: '', reason: '', text: '' },
  locked: () => 'A file is not changed after its check. Check the corrected file instead.',
  Form: ImportForm,
})

function ImportForm() {
  return (
    <>
      <Section
        title="Students"
        text="A table of at most 2,000 students. The first line names the columns: name and e-mail, and if you like phone and batch. “Full Name” or “Mobile” are understood too, and other columns are not used."
      >
        <FileField />
      </Section>
      <Section title="Reason" text="Nobody pays for the enrolments of an import. The reason stays with each of them.">
        <TextareaField<Values> name="reason" required />
      </Section>
    </>
  )
}
