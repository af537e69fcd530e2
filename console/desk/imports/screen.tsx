import { importStates, imports, importStateNames } from '#contract/desk/staff/imports.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { ImportForm } from './import-form.tsx'
import { gains, ImportState } from './import-state.tsx'

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
    payments: 'Payments',
    waiting: 'Payments that wait',
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
  locked: () => 'Lines with a problem are repaired in the check itself.',
  Form: ImportForm,
})
