import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const deskTables = defineTables({
  arrival_rows: {
    holds: 'A line of a file of another system',
    audited: { no: 'the courses, batches and payments that they make are audited' },
    personal: [
      { columns: ['email', 'cells', 'before'], exported: 'arrivals_of_the_school', erased: 'erase_arrival_rows' },
      { columns: ['problems'], no: 'They say what is wrong with a cell, and do not repeat one of a person.' },
    ],
  },
  arrivals: {
    holds: 'A file of courses, batches or past payments of another system',
    audited: { key: 'id' },
    guarded: { no: 'staff write them, and a job deletes them' },
    versioned: true,
    personal: [{ columns: ['columns'], no: 'Headings name the columns of a file.' }],
  },
  disk_days: {
    holds: 'How much of the disk was used, day by day',
    audited: { no: 'a job measures it' },
  },
  figure_changes: {
    holds: 'Changes of money and people that are not in the sums yet',
    audited: { no: 'derived by triggers and compared by a job' },
  },
  figure_checks: {
    holds: 'When sums and records were compared',
    audited: { no: 'derived by triggers and compared by a job' },
    readBy: { money: 'the ledger says since when the sums are right' },
  },
  figure_rows: {
    holds: 'What the sums of the figures are made of, row by row',
    view: true,
  },
  figure_sums: {
    holds: 'Sums by month, course and source',
    audited: { no: 'derived by triggers and compared by a job' },
  },
  import_mappings: {
    holds: 'What staff said that the headings of a file mean',
    audited: { no: 'it changes no record; the import that was checked with it has the columns' },
    personal: [{ columns: ['mapping'], no: 'Headings name the columns of a file.' }],
  },
  lead_messages: {
    holds: 'A mail of staff to a lead',
    audited: { key: 'id', masked: ['subject', 'body'] },
    guarded: { no: 'students and staff write them' },
    personal: [{ columns: ['subject', 'body'], exported: 'lead_messages', erased: 'erase_lead_messages' }],
  },
  lead_notes: {
    holds: 'A note of staff about a lead',
    audited: { key: 'id', masked: ['body'] },
    guarded: { no: 'students and staff write them' },
    personal: [{ columns: ['body'], exported: 'lead_notes', erased: 'erase_lead_notes' }],
  },
  leads: {
    holds: 'Somebody who may become a student, with owner and state',
    audited: { key: 'id' },
    guarded: { no: 'students and staff write them' },
    versioned: true,
    readBy: { classes: 'a guest of a class is a lead' },
  },
  reply_templates: {
    holds: 'A text with which staff answer leads',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    demo: true,
    writtenBy: { platform: 'demo content' },
  },
  student_exports: {
    holds: 'Who took the data of a student, and when',
    audited: { key: 'id' },
    guarded: { no: 'staff write them, and erasure deletes them' },
    personal: [{ columns: ['user_id'], exported: 'copies_by_the_school', erased: 'erase_student_exports' }],
  },
  student_import_rows: {
    holds: 'A line of a file of students',
    audited: { no: 'the accounts and enrolments that they make are audited' },
    personal: [
      { columns: ['user_id'], exported: 'imports_of_the_school', erased: 'erase_import_rows' },
      {
        columns: ['name', 'email', 'phone', 'batch', 'amount', 'method', 'reference', 'received_on'],
        exported: 'imports_of_the_school',
        erased: 'erase_import_rows_of_address',
      },
    ],
  },
  student_imports: {
    holds: 'A file of students that staff checked or imported',
    archive: { safe: 'hashes of a file and of its outcome' },
    audited: { key: 'id', masked: ['answer'] },
    guarded: { no: 'staff write them, and erasure deletes them' },
    versioned: true,
    personal: [
      { columns: ['columns'], no: 'Headings name the columns of a file.' },
      { columns: ['answer'], no: 'It is about a whole file.' },
      { columns: ['paid'], no: 'It says how a whole file was paid.' },
    ],
  },
  student_notes: {
    holds: 'A note of staff about a student',
    audited: { key: 'id', masked: ['body'] },
    guarded: { no: 'staff write them, and erasure deletes them' },
    personal: [{ columns: ['user_id', 'body'], exported: 'notes_of_the_school', erased: 'erase_student_notes' }],
  },
})
