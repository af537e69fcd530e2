import { z } from 'zod'
import { attendanceStatuses, attendanceSums } from '#contract/classes/attendance.ts'
import { endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/exported-files.ts'
import { body, errorBody } from '#contract/errors.ts'
import { importedFile, namesOneFile } from '#contract/imported-files.ts'
import { id, instant, line, paragraph, rowId } from '#contract/fields.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'

const tag = 'Staff: attendance'
const read = { staff: 'attendance:read' } as const
const write = { staff: 'attendance:write' } as const

const record = z.object({
  id: z.int(),
  course: z.string(),
  batch_type: z.string(),
  starts_at: instant,
  ends_at: instant,
  instructor: z.string(),
  students: z.int(),
  /** Classes that have begun, and all; none of them cancelled. */
  begun: z.int(),
  total: z.int(),
  /** Rows of reports that wait for a person. */
  unmatched: z.int(),
})
export type AttendanceBatch = z.output<typeof record>

const example: z.input<typeof record> = {
  id: 101,
  course: 'Full Stack Web Development',
  batch_type: 'Weekday evening',
  starts_at: '2026-12-07T14:00:00.000Z',
  ends_at: '2027-03-12T15:30:00.000Z',
  instructor: 'Meera Kulkarni',
  students: 24,
  begun: 7,
  total: 42,
  unmatched: 2,
}

/** Batches with a class that has begun. An instructor sees those where they teach. */
export const attendance = readOnlyResource({
  name: 'attendance',
  singular: 'attendance',
  record,
  filters: { unmatched: flag.optional(), over: flag.optional() },
  sort: ['starts_at', 'id'],
  usualSort: '-starts_at',
  permission: { read: 'attendance:read' },
  examples: { record: example },
})

const status = z.enum(attendanceStatuses)
const cell = z.object({
  /** Null while the class runs. */
  status: status.nullable(),
  /** Whether a person decided it. */
  marked: z.boolean(),
  /** Of the person's mark; 0 when nobody has marked the student yet. */
  version: z.int(),
})
export type AttendanceCell = z.output<typeof cell>

const gridClass = z.object({
  id: z.int(),
  number: z.int(),
  topic: z.string(),
  starts_at: instant,
  ends_at: instant,
  is_over: z.boolean(),
  /** Whether the person marks its students. */
  may_mark: z.boolean(),
})
export type AttendanceClass = z.output<typeof gridClass>

const gridStudent = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether the student left the batch: such attendance counts in no percentage. */
  left: z.boolean(),
  ...attendanceSums,
  /** In the order of the classes; null for a class before the enrolment or after its end. */
  cells: z.array(cell.nullable()),
})
export type AttendanceStudent = z.output<typeof gridStudent>

const attendanceImportStates = ['checked', 'done', 'undone'] as const
const importSummary = z.object({
  id: z.int(),
  session_id: z.int(),
  file_name: z.string(),
  state: z.enum(attendanceImportStates),
  unmatched: z.int(),
  at: instant,
})

const grid = z.object({
  threshold_percent: z.int(),
  late_minutes: z.int(),
  /** False for a substitute, who sees the classes that they teach and no percentages. */
  whole: z.boolean(),
  classes: z.array(gridClass),
  students: z.array(gridStudent),
  /** Reports that were run, and whose rows may wait. */
  imports: z.array(importSummary),
})
export type AttendanceGrid = z.output<typeof grid>

const exampleClass = {
  id: 2101,
  number: 1,
  topic: 'What a browser does',
  starts_at: '2026-12-07T14:00:00.000Z',
  ends_at: '2026-12-07T15:30:00.000Z',
  is_over: true,
  may_mark: true,
}

export const readAttendanceGrid = endpoint({
  name: 'readAttendanceGrid',
  method: 'GET',
  path: '/staff/attendance/:id/grid/',
  tag,
  summary: 'Students by classes of a batch, for those who see the timetable and those who teach it',
  access: read,
  params: z.object({ id }),
  answers: { 200: grid },
  errors: [404],
  example: {
    answer: {
      threshold_percent: 60,
      late_minutes: 15,
      whole: true,
      classes: [exampleClass],
      students: [
        {
          id: 12,
          name: 'Asha Patil',
          left: false,
          attended: 1,
          of: 1,
          excused: 0,
          percent: 100,
          cells: [{ status: 'present', marked: false, version: 0 }],
        },
      ],
      imports: [{ id: 3, session_id: 2101, file_name: 'meet.csv', state: 'done', unmatched: 1, at: '2026-12-07T16:00:00.000Z' }],
    },
  },
})

export const exportAttendanceGrid = endpoint({
  name: 'exportAttendanceGrid',
  method: 'GET',
  path: '/staff/attendance/:id/export/',
  tag,
  summary: 'The grid of a batch as CSV or as a workbook of Excel',
  access: { staff: 'attendance:read', stepUp: true },
  params: z.object({ id }),
  query: z.strictObject({ format: fileFormat }),
  answers: { 200: z.string() },
  errors: [404],
  answerType: 'text/csv',
  example: { answer: 'Student,State,Attended,Of,Excused,Per cent,1: 2026-12-07' },
})

const inClass = cell.extend({
  student_id: z.int(),
  name: z.string(),
  left: z.boolean(),
  /** What the evidence says, whatever a person decided. */
  derived: status.nullable(),
  minutes: z.int(),
  arrived_at: instant.nullable(),
  measured: z.boolean(),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
})
export type AttendanceInClass = z.output<typeof inClass>

const classParams = z.object({ id, session_id: id })

export const readClassAttendance = endpoint({
  name: 'readClassAttendance',
  method: 'GET',
  path: '/staff/attendance/:id/classes/:session_id/',
  tag,
  summary: 'The students of one class with evidence and decisions',
  access: read,
  params: classParams,
  answers: { 200: z.object({ students: z.array(inClass) }) },
  errors: [404],
  example: {
    answer: {
      students: [
        {
          student_id: 12,
          name: 'Asha Patil',
          left: false,
          status: 'excused',
          marked: true,
          version: 1,
          derived: 'absent',
          minutes: 0,
          arrived_at: null,
          measured: false,
          reason: 'Exam at college',
          decided_by: 'Meera Kulkarni',
          decided_at: '2026-12-07T16:00:00.000Z',
        },
      ],
    },
  },
})

const studentId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const reason = paragraph(1000).nullable()

/** Marks of one call: a class of the largest batch. */
const marksOfCall = 500
const mark = z.strictObject({
  session_id: rowId,
  student_id: studentId,
  /** Null clears the mark: the evidence decides again. */
  status: status.nullable(),
  reason: reason.optional(),
  /** The version that the person saw. */
  version: z.int().min(0).max(2_147_483_647),
})
export type AttendanceMark = z.output<typeof mark>

const markedCell = cell.extend({
  session_id: z.int(),
  student_id: z.int(),
  /** The mark before, for an undo. */
  before: z.object({ status: status.nullable(), reason: z.string().nullable() }),
})
export type MarkedCell = z.output<typeof markedCell>

export const markAttendance = endpoint({
  name: 'markAttendance',
  method: 'POST',
  path: '/staff/attendance/:id/marks/',
  tag,
  summary: 'Mark students in classes that have begun, or clear marks: all of them or none',
  access: write,
  params: z.object({ id }),
  body: z.strictObject({
    marks: z
      .array(mark)
      .min(1, 'Please send a mark.')
      .max(marksOfCall, `Please send at most ${marksOfCall} marks.`)
      .refine(
        (marks) => new Set(marks.map((one) => `${one.session_id} ${one.student_id}`)).size === marks.length,
        'A student stands twice in a class.',
      ),
  }),
  largeBody: true,
  answers: { 200: z.object({ cells: z.array(markedCell) }) },
  errors: [404, 409],
  example: {
    body: { marks: [{ session_id: 2101, student_id: 12, status: 'excused', reason: 'Exam at college', version: 0 }] },
    answer: {
      cells: [
        {
          session_id: 2101,
          student_id: 12,
          status: 'excused',
          marked: true,
          version: 1,
          before: { status: null, reason: null },
        },
      ],
    },
  },
})

/** Bytes and rows of a report. */
export const attendanceImportLimits = { rows: 2000 } as const
/** Days for which a report stays that was only checked, and the unmatched rows of one that was run. */
export const attendanceImportDays = { checked: 7, unmatched: 180 } as const

const attendanceRowStates = ['matched', 'unmatched', 'given', 'dismissed', 'staff', 'repeated', 'problem'] as const
export type AttendanceRowState = (typeof attendanceRowStates)[number]
export const attendanceRowProblems = {
  nobody: 'The row names nobody.',
  time: 'The time of joining or leaving can not be read.',
  other_day: 'The row is of another day than the class.',
} as const
export type AttendanceRowProblem = keyof typeof attendanceRowProblems

const importRow = z.object({
  line: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  began_at: instant.nullable(),
  ended_at: instant.nullable(),
  state: z.enum(attendanceRowStates),
  problem: z.enum(Object.keys(attendanceRowProblems) as [AttendanceRowProblem, ...AttendanceRowProblem[]]).nullable(),
  student_id: z.int().nullable(),
  student: z.string().nullable(),
  decided_by: z.string().nullable(),
})
export type AttendanceImportRow = z.output<typeof importRow>

const importRecord = z.object({
  id: z.int(),
  version: z.int(),
  batch_id: z.int(),
  session_id: z.int(),
  file_name: z.string(),
  /** Minutes east of UTC of the zone in which times were read that name none; null for reports of earlier versions. */
  utc_offset_minutes: z.int().nullable(),
  staff: z.string(),
  state: z.enum(attendanceImportStates),
  hash: z.string(),
  created_at: instant,
  ran_at: instant.nullable(),
  undone_at: instant.nullable(),
  rows: z.array(importRow),
})
export type AttendanceImport = z.output<typeof importRecord>

const importExample: AttendanceImport = {
  id: 3,
  version: 1,
  batch_id: 101,
  session_id: 2101,
  file_name: 'meet.csv',
  utc_offset_minutes: 330,
  staff: 'Meera Kulkarni',
  state: 'checked',
  hash: '5f2c0b7a9d1e4f6a8b3c5d7e9f1a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e1f3a',
  created_at: '2026-12-07T16:00:00.000Z',
  ran_at: null,
  undone_at: null,
  rows: [
    {
      line: 2,
      name: 'Asha Patil',
      email: 'asha@example.com',
      began_at: '2026-12-07T14:02:00.000Z',
      ended_at: '2026-12-07T15:30:00.000Z',
      state: 'matched',
      problem: null,
      student_id: 12,
      student: 'Asha Patil',
      decided_by: null,
    },
  ],
}

const importParams = z.object({ id })
const base = { tag, params: importParams, answers: { 200: importRecord } } as const

const zoneChoice = z.object({
  utc_offset_minutes: z.int(),
  /** What people call the zones that have this offset on the day of the class; empty for a rare one. */
  zones: z.array(z.string()),
  /** The share of the report's minutes that lie in the class. */
  inside_percent: z.int(),
  /** The same person in each choice. */
  example: z.object({ name: z.string(), began_at: instant, ended_at: instant }),
})
export type ZoneChoice = z.output<typeof zoneChoice>

/** Asked when the times of a report lie outside its class. The first choice puts the most minutes into the class. */
export const zoneQuestion = z.object({
  class_starts_at: instant,
  class_ends_at: instant,
  choices: z.array(zoneChoice).min(1),
})
export type ZoneQuestion = z.output<typeof zoneQuestion>

export const checkAttendanceImport = endpoint({
  name: 'checkAttendanceImport',
  method: 'POST',
  path: '/staff/attendance/:id/classes/:session_id/imports/',
  tag,
  summary: `Check a provider’s report of a class, of at most ${attendanceImportLimits.rows} rows. Changes no attendance`,
  access: write,
  params: classParams,
  body: z
    .strictObject({
      file_name: line(200, 'Please name the file.'),
      ...importedFile,
      /** The answer to a `zoneQuestion`: minutes east of UTC for times that name no zone. India time without it. */
      utc_offset_minutes: z
        .int()
        .min(-12 * 60)
        .max(14 * 60)
        .multipleOf(15)
        .optional(),
    })
    .refine(namesOneFile.when, namesOneFile.refusal),
  largeBody: 'file',
  answers: { 201: importRecord },
  errors: [404, 409],
  failures: { 409: errorBody.extend({ question: zoneQuestion.optional() }) },
  example: {
    body: {
      file_name: 'meet.csv',
      text: 'First name,Last name,Email,Duration,Time joined,Time exited\r\nAsha,Patil,asha@example.com,88 min,7:32 PM,9:00 PM\r\n',
    },
    answer: importExample,
    others: {
      409: {
        ...body('The times of this report lie outside the class. Please say in which zone they are.', 'zone_unknown'),
        question: {
          class_starts_at: '2026-12-07T14:00:00.000Z',
          class_ends_at: '2026-12-07T15:30:00.000Z',
          choices: [
            {
              utc_offset_minutes: 0,
              zones: ['UTC', 'UK time'],
              inside_percent: 100,
              example: { name: 'Asha Patil', began_at: '2026-12-07T14:02:00.000Z', ended_at: '2026-12-07T15:30:00.000Z' },
            },
          ],
        },
      },
    },
  },
})

export const readAttendanceImport = endpoint({
  ...base,
  name: 'readAttendanceImport',
  method: 'GET',
  path: '/staff/attendance-imports/:id/',
  summary: 'A report with its rows',
  access: read,
  errors: [404],
  example: { answer: importExample },
})

export const runAttendanceImport = endpoint({
  ...base,
  name: 'runAttendanceImport',
  method: 'POST',
  path: '/staff/attendance-imports/:id/run/',
  summary: 'Do what the check has found, all of it or nothing; 409 with a new check when that has changed',
  access: write,
  body: z.strictObject({ hash: z.string().regex(/^[\da-f]{64}$/, 'Please name the hash of the check.') }),
  errors: [404, 409],
  failures: { 409: errorBody.extend({ current: importRecord.optional() }) },
  example: {
    body: { hash: importExample.hash },
    answer: { ...importExample, version: 2, state: 'done', ran_at: '2026-12-07T16:01:00.000Z' },
    others: { 409: { ...body('Something has changed since the check.', 'check_changed'), current: importExample } },
  },
})

export const undoAttendanceImport = endpoint({
  ...base,
  name: 'undoAttendanceImport',
  method: 'POST',
  path: '/staff/attendance-imports/:id/undo/',
  summary: 'Take a report back: what it proved does not count any more',
  access: write,
  version: 'required',
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: importRecord }) },
  example: {
    answer: {
      ...importExample,
      version: 3,
      state: 'undone',
      ran_at: '2026-12-07T16:01:00.000Z',
      undone_at: '2026-12-07T16:05:00.000Z',
    },
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: importExample } },
  },
})

export const decideAttendanceRows = endpoint({
  ...base,
  name: 'decideAttendanceRows',
  method: 'POST',
  path: '/staff/attendance-imports/:id/rows/',
  summary: 'Give unmatched rows to a student, dismiss them, or make decided ones unmatched again',
  access: write,
  body: z
    .strictObject({
      lines: z.array(rowId).min(1, 'Please choose a row.').max(attendanceImportLimits.rows),
      decision: z.enum(['give', 'dismiss', 'reopen']),
      student_id: studentId.nullable(),
    })
    .refine(({ decision, student_id }) => (decision === 'give') === (student_id !== null), {
      message: 'Please choose a student.',
      path: ['student_id'],
    }),
  errors: [404, 409],
  example: { body: { lines: [2], decision: 'give', student_id: 12 }, answer: { ...importExample, state: 'done', version: 2 } },
})
