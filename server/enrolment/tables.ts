import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const enrolmentTables = defineTables({
  active_enrolments: {
    holds: 'Places that have not ended',
    view: true,
    readBy: {
      money: 'what a student paid for and may give back',
      learning: 'who may hand in, ask and be certified',
      classes: 'who may join, and who is told',
      messaging: 'who gets a message',
      platform: 'the demo content',
    },
    writtenBy: { desk: 'the undo of an import ends what it began' },
  },
  enrolment_moves: {
    holds: 'A move of a student to another batch',
    audited: { key: 'id', masked: ['reason'] },
    guarded: { no: 'students and staff write them' },
    personal: [{ columns: ['reason'], exported: 'enrolment_moves', erased: 'erase_move_reasons' }],
    readBy: { desk: 'the undo of an import keeps places that were moved', classes: 'classes that a student had before a move' },
  },
  enrolments: {
    holds: 'A place of a student in a batch, from its begin to its end',
    audited: { key: 'id', masked: ['reason'] },
    guarded: { no: 'students and staff write them' },
    versioned: true,
    personal: [
      { columns: ['user_id'], exported: 'enrolments', erased: 'erase_enrolments' },
      { columns: ['reason'], exported: 'enrolments', erased: 'erase_enrolment_reasons' },
    ],
    readBy: {
      money: 'the place that a payment gave',
      classes: 'attendance of places that have ended',
      people: 'an erasure asks what a student has',
    },
    writtenBy: { desk: 'an import enrols', platform: 'demo content' },
  },
  open_enrolments: {
    holds: 'Active places whose classes and recordings are open: no part of the price is due for longer than the settings allow',
    view: true,
    readBy: { classes: 'who may join and watch', learning: 'who is certified' },
  },
  waitlist_entries: {
    holds: 'The place of a person on the list of a full batch',
    archive: {
      safe: 'the hash of a secret of 256 random bits, which nobody can find by trying; links that were mailed go on; the network of an account that is not verified',
    },
    audited: { key: 'id', masked: ['reason', 'leave_hash', 'offer_hash', 'network'] },
    guarded: { no: 'students join and leave, and a job offers seats' },
    versioned: true,
    personal: [
      { columns: ['user_id', 'network'], exported: 'waitlist', erased: 'erase_waits' },
      { columns: ['reason'], exported: 'waitlist', erased: 'erase_wait_reasons' },
      { columns: ['leave_hash', 'offer_hash'], no: 'hashes of secrets that only mails have' },
    ],
    readBy: {
      desk: 'the undo of an import keeps accounts that wait, the page of today counts who waits, and the file of a student lists waits',
    },
  },
  seat_holds: {
    holds: 'Live holds that take a seat: an enrolled student holds no second one',
    view: true,
    readBy: { classes: 'a batch keeps the seats that are held' },
  },
})
