import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const platformTables = defineTables({
  app_clock: {
    holds: 'The offset of the clock in tests; always zero at a school',
    audited: { no: 'internal state of the product' },
  },
  audit_log: {
    holds: 'A change by staff, with each column before and after',
    audited: { no: 'it is the log' },
    personal: [
      {
        columns: ['actor_id'],
        exported: { no: 'It records the work of staff, and personal values in it are masked.' },
        erased: { retained: 'The log is append-only. The account that it refers to names nobody after its erasure.' },
      },
      {
        columns: ['changes'],
        exported: { no: 'It records the work of staff, and personal values in it are masked.' },
        erased: {
          retained:
            'The log is append-only. It masks personal values when it is written, and shows names of the records as they are.',
        },
      },
    ],
  },
  backups: {
    holds: 'A backup set that was made, or that could not be made',
    audited: { key: 'id' },
    guarded: { no: 'the operator and the product write them' },
    readBy: { desk: 'what Today says about the newest one' },
  },
  limit_counters: {
    holds: 'Calls of a network or account in a time window',
    archive: { leftOut: 'counts calls of networks to this machine' },
    audited: { no: 'internal state of the product' },
  },
  list_exports: {
    holds: 'A list that staff took as a file',
    audited: { key: 'id' },
    guarded: { no: 'staff take lists out of the console as files' },
    personal: [{ columns: ['filter'], no: 'It has ids and states; words of a search are masked before they are stored.' }],
  },
  school_opening: {
    holds: 'Whether visitors see the school, in one row',
    audited: { key: 'id' },
    guarded: { no: 'its one row is there from the beginning' },
    writtenBy: { desk: 'owners open the school and have its policies read' },
  },
  starter_sets: {
    holds: 'A set of first content that a new school was given, or that an older school did not need',
    audited: { no: 'internal state of the product' },
  },
  schema_migrations: {
    holds: 'Migrations that were applied, with their checksum',
    audited: { no: 'internal state of the product' },
    readBy: { desk: 'since when the school is there' },
  },
  site_settings: {
    holds: 'The settings of the school, in one row',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    announces: ['site'],
    personal: [{ columns: ['settings'], no: 'The school describes itself.' }],
    readBy: {
      money: 'tax, limits and how long events are kept',
      learning: 'rules of certificates',
      classes: 'thresholds of attendance',
      desk: 'whether a new school is described',
    },
    writtenBy: { site: 'the console changes them' },
  },
  staff_acts: {
    holds: 'An act of staff that changes no audited row, such as a mail that was tried again',
    audited: { key: 'id' },
    guarded: { no: 'staff and the product write them' },
  },
})
