import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const catalogTables = defineTables({
  batch_offers: {
    holds: 'Batches that visitors can buy, with price, seats and state of today',
    view: true,
    readBy: {
      money: 'the price and the seats of a checkout',
      enrolment: 'the seats of a batch for staff',
      site: 'cards of courses that are shared',
    },
  },
  courses: {
    holds: 'What the school teaches, with texts and price',
    audited: { key: 'id', masked: ['reviews'] },
    guarded: true,
    versioned: true,
    announces: ['course'],
    demo: true,
    personal: [
      {
        columns: ['reviews'],
        exported: { no: 'The school publishes it. It refers to no account and has no address.' },
        erased: { retained: 'It is published content of the school, and no account owns it.' },
      },
      { columns: ['average_package', 'curriculum', 'faqs', 'training_features'], no: 'The school describes the course.' },
      { columns: ['discounts'], no: 'The school sets the price.' },
    ],
    readBy: {
      desk: 'names of courses in lists and figures',
      money: 'name and price on orders and documents',
      learning: 'names on certificates, questions and work',
      classes: 'names of courses in plans, mails and rooms',
      enrolment: 'the courses of a student',
      messaging: 'the course of a message',
    },
    writtenBy: {
      desk: 'the undo of an arrival deletes drafts',
      site: 'they show the picture by its path',
      platform: 'demo content',
    },
  },
  instructors: {
    holds: 'People who teach, as visitors see them',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    announces: ['instructor'],
    demo: true,
    personal: [
      {
        columns: ['links'],
        no: 'The school publishes where its instructors can be read. No account owns it.',
      },
    ],
    readBy: {
      desk: 'names in search',
      money: 'names in notices of a transfer',
      learning: 'who answers and reviews',
      classes: 'who teaches a class',
      enrolment: 'names in the courses of a student',
      messaging: 'the sender of a message',
    },
    writtenBy: { people: 'the account of an instructor', site: 'they show the picture by its path', platform: 'demo content' },
  },
})
