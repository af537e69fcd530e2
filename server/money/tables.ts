import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const moneyTables = defineTables({
  approvals: {
    holds: 'An act of staff with money that a second person decides about',
    archive: { safe: 'the hash of a call' },
    audited: { key: 'id', masked: ['reason', 'answer', 'call_hash'] },
    guarded: { no: 'staff ask, decide and take money; who opens a link of an address only becomes its student' },
    versioned: true,
    personal: [
      {
        columns: ['user_id'],
        exported: 'approvals',
        erased: { retained: 'It belongs to the records of payments. The account that it refers to names nobody.' },
      },
      { columns: ['reason', 'answer'], exported: 'approvals', erased: 'erase_approvals' },
      {
        columns: ['call_hash'],
        exported: { no: 'It is a hash that only recognises a repeated call.' },
        erased: 'erase_approvals',
      },
      {
        columns: ['payload'],
        exported: { no: 'The refund that it led to is exported from its own table.' },
        erased: { retained: 'It says whether a refund ends the place. It names nobody.' },
      },
    ],
    readBy: { desk: 'what waits today, and the undo of an import', people: 'a person whose act waits is not erased' },
  },
  bare_documents: {
    holds: 'Documents with a number, without their reader: for lists that are searched',
    view: true,
    readBy: { desk: 'the file of a student lists documents' },
  },
  batch_cancellations: {
    holds: 'A batch that staff cancelled, with its reason',
    audited: { key: 'batch_id' },
    guarded: true,
    personal: [
      {
        columns: ['actor_id'],
        exported: { no: 'It says who decided: the account itself or a member of staff.' },
        erased: {
          retained: 'It belongs to the records of payments. The account that it refers to names nobody after its erasure.',
        },
      },
    ],
  },
  buyers: {
    holds: 'To whom a student wants invoices written',
    audited: { no: 'only the student writes it; the order and the document keep what was used' },
    personal: [{ columns: ['user_id', 'company_name', 'gstin', 'address'], exported: 'buyer', erased: 'delete_buyer' }],
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  cancelled_enrolments: {
    holds: 'What becomes of each student of a cancelled batch',
    audited: { no: 'what becomes of each student is audited in `enrolments` and `refunds`' },
    readBy: { desk: 'the undo of an import keeps places of one' },
  },
  captured_payments: {
    holds: 'Payments whose money the school has received',
    view: true,
    readBy: { desk: 'figures, and what was received today', people: 'a person who paid keeps a record' },
  },
  checkout_reminders: {
    holds: 'The one mail to a student about an unfinished payment for a batch',
    audited: { no: 'the product writes it' },
    personal: [{ columns: ['user_id'], exported: 'checkout_reminders', erased: 'erase_checkout_reminders' }],
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  closed_months: {
    holds: 'A month whose documents do not change any more',
    audited: { key: 'month' },
    guarded: { no: 'finance closes a month, and nobody opens it' },
  },
  coupon_tallies: {
    holds: 'How often a coupon is used. Its row is the lock of the last use',
    audited: { no: 'sales change it; the orders are audited' },
  },
  coupon_uses: {
    holds: 'The use of a coupon by an order',
    audited: { no: 'sales change it; the orders are audited' },
  },
  coupons: {
    holds: 'A code that makes a course cheaper',
    archive: { safe: 'the school tells it to people' },
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    personal: [
      {
        columns: ['student_id'],
        exported: { no: 'The uses of a coupon are exported with the orders.' },
        erased: { retained: 'It says whose price it was. The account that it refers to names nobody.' },
      },
    ],
    demo: true,
    writtenBy: { platform: 'demo content' },
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  disputes: {
    holds: 'A dispute of a payment at the provider',
    audited: { key: 'id' },
    guarded: { no: 'staff and operators move money' },
    readBy: { desk: 'disputes in figures' },
  },
  instalments: {
    holds: 'A part of the price of a place',
    archive: { safe: 'the hash of a secret of 256 random bits, which nobody can find by trying; links that were mailed go on' },
    audited: { key: 'id', masked: ['reason', 'link_hash'] },
    guarded: { no: 'sales, reminders and an erasure change them' },
    versioned: true,
    personal: [
      { columns: ['reason'], exported: 'instalments', erased: 'erase_instalment_reasons' },
      { columns: ['link_hash'], no: 'the hash of a secret that only a mail has' },
    ],
    readBy: { desk: 'the file of a student lists the parts of prices' },
  },
  issued_documents: {
    holds: 'Every document with a number',
    view: true,
    readBy: { desk: 'a list of the archive of a school' },
  },
  offline_payments: {
    holds: 'Money that the school received without the provider',
    audited: { key: 'id', masked: ['discount_reason', 'mistake_reason'] },
    guarded: { no: 'staff ask, decide and take money; who opens a link of an address only becomes its student' },
    versioned: true,
    personal: [
      {
        columns: ['user_id'],
        exported: 'offline_payments',
        erased: { retained: 'Tax law asks for the records of payments. The account that they refer to names nobody.' },
      },
      {
        columns: ['reference', 'reference_key', 'return_reference'],
        exported: 'offline_payments',
        erased: { retained: 'It proves the transfer in the records of payments. It names nobody.' },
      },
      { columns: ['discount_reason', 'mistake_reason'], exported: 'offline_payments', erased: 'erase_desk_words' },
      { columns: ['discounts'], no: 'The school sets the price.' },
    ],
    readBy: { desk: 'files of students, and the undo of an import', people: 'an account with offline payments is kept' },
  },
  open_unmatched_payments: {
    holds: 'Payments without an order that nobody has decided about',
    view: true,
    readBy: { desk: 'what waits today' },
  },
  pay_back_references: {
    holds: 'The reference of a transfer with which staff paid back',
    audited: { no: 'the refund or the offline payment that has the reference is audited' },
    personal: [
      {
        columns: ['reference_key'],
        exported: { no: 'The refund or the payment that has it is exported.' },
        erased: { retained: 'It proves the transfer in the records of payments. It names nobody.' },
      },
    ],
  },
  payment_balances: {
    holds: 'What of a payment was refunded or is on its way back',
    view: true,
    readBy: { desk: 'the file of a student shows what is left' },
  },
  past_payments: {
    holds: 'What another system says that a student has paid there. No money of the books',
    audited: { key: 'id', masked: ['reference'] },
    guarded: { no: 'staff write them, and erasure deletes them' },
    personal: [
      {
        columns: ['user_id', 'reference', 'method', 'course', 'source', 'amount_paise', 'paid_on'],
        exported: 'past_payments',
        erased: 'erase_past_payments',
      },
    ],
    readBy: { desk: 'files of students, and the undo of an import', people: 'an account with past payments is kept' },
  },
  payment_choices: {
    holds: 'How a student wants to pay for a batch. Without a row: the full price',
    audited: { no: 'only the student writes it; the order keeps what was used' },
    personal: [{ columns: ['user_id'], exported: 'payment_choices', erased: 'delete_choices' }],
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
  },
  payment_links: {
    holds: 'A secret address at which one person pays for a batch, once',
    archive: { safe: 'the hash of a secret of 256 random bits, which nobody can find by trying; links that were mailed go on' },
    audited: { key: 'id', masked: ['token_hash', 'email', 'reason'] },
    guarded: { no: 'the person opens it, a payment pays it and an erasure clears it' },
    versioned: true,
    writtenBy: { platform: 'demo content' },
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
    personal: [
      {
        columns: ['student_id'],
        exported: 'payment_links',
        erased: { retained: 'It belongs to the records of payments. The account that it refers to names nobody.' },
      },
      { columns: ['email'], exported: 'payment_links_of_the_address', erased: 'erase_links_of_address' },
      { columns: ['reason'], exported: 'payment_links', erased: 'erase_links_of_account' },
      {
        columns: ['token_hash'],
        exported: { no: 'It opens the link, and the hash of a secret tells nobody anything.' },
        erased: { retained: 'A link that is over opens nothing, and the hash of a secret tells nobody anything.' },
      },
    ],
  },
  payment_orders: {
    holds: 'An order of a student for a batch, with price and hold of a seat',
    archive: { safe: 'the network of a live hold, which the sweep clears' },
    audited: { key: 'id', masked: ['network', 'buyer'] },
    guarded: { no: 'staff and operators move money' },
    personal: [
      { columns: ['buyer'], exported: 'orders', erased: 'erase_order_buyers' },
      {
        columns: ['user_id'],
        exported: 'orders',
        erased: { retained: 'Tax law asks for the records of payments. The account that they refer to names nobody.' },
      },
      {
        columns: ['network'],
        exported: { no: 'It counts holds and is cleared within the hour after the hold ends.' },
        erased: 'erase_order_networks',
      },
      { columns: ['discounts', 'price_lines', 'plan_parts'], no: 'The school sets the price.' },
    ],
    readBy: {
      desk: 'left checkouts, figures and files of students',
      enrolment: 'seats on hold',
      people: 'an account with orders is kept',
      platform: 'the demo content has a link that is paid',
    },
  },
  payment_plans: {
    holds: 'How a course can be paid in parts',
    audited: { key: 'id' },
    guarded: true,
    versioned: true,
    personal: [{ columns: ['parts'], no: 'The school sets the parts.' }],
    writtenBy: { platform: 'demo content' },
  },
  payments: {
    holds: 'A payment as the provider or the desk reported it',
    audited: { key: 'id', masked: ['review_note'] },
    guarded: { no: 'staff and operators move money' },
    personal: [
      {
        columns: ['reviewed_by', 'review_note'],
        exported: { no: 'It is a note of the staff about a report of the provider.' },
        erased: { retained: 'It says why nobody reviews the report any more. The dismissal clears the data of the payer.' },
      },
    ],
    readBy: {
      desk: 'figures and files of students',
      enrolment: 'which place a payment gave',
      people: 'an account with payments is kept',
      platform: 'the demo content has a link that is paid',
    },
  },
  purchase_requests: {
    holds: 'A cancellation or transfer that a student asked for',
    audited: { key: 'id', masked: ['reason', 'answer'] },
    guarded: { no: 'students and staff write them' },
    versioned: true,
    personal: [
      { columns: ['user_id', 'reason', 'answer'], exported: 'requests', erased: 'close_requests' },
      {
        columns: ['decided_by_id'],
        exported: { no: 'It says who decided: the account itself or a member of staff.' },
        erased: {
          retained: 'It belongs to the records of payments. The account that it refers to names nobody after its erasure.',
        },
      },
    ],
    readBy: { desk: 'requests of a student', enrolment: 'the state of a request in the courses of a student' },
  },
  receipt_counters: {
    holds: 'The last number of receipts in a financial year',
    audited: { no: 'their documents are audited' },
  },
  receipts: {
    holds: 'A receipt or invoice with its number',
    audited: { key: 'id', masked: ['printed'] },
    guarded: { no: 'staff and operators move money' },
    personal: [
      { columns: ['printed'], exported: 'receipts', erased: { retained: 'Tax law asks for the document as it was issued.' } },
    ],
    readBy: { desk: 'the archive of a school draws each' },
  },
  refund_note_counters: {
    holds: 'The last number of each series of refund notes',
    audited: { no: 'their documents are audited' },
  },
  refund_notes: {
    holds: 'A credit note or refund note with its number',
    audited: { key: 'id', masked: ['printed'] },
    guarded: { no: 'staff and operators move money' },
    personal: [
      { columns: ['printed'], exported: 'refund_notes', erased: { retained: 'Tax law asks for the document as it was issued.' } },
    ],
    readBy: { desk: 'the archive of a school draws each' },
  },
  refund_voucher_counters: {
    holds: 'The last number of refund vouchers, which earlier versions issued',
    audited: { no: 'their documents are audited' },
  },
  refund_vouchers: {
    holds: 'A refund voucher of an earlier version',
    audited: { key: 'id', masked: ['printed'] },
    guarded: { no: 'staff and operators move money' },
    personal: [
      {
        columns: ['printed'],
        exported: 'refund_vouchers',
        erased: { retained: 'Tax law asks for the document as it was issued.' },
      },
    ],
    readBy: { desk: 'the archive of a school draws each' },
  },
  refunds: {
    holds: 'Money that goes back, whole or in part',
    audited: { key: 'id', masked: ['reason'] },
    guarded: { no: 'staff and operators move money' },
    personal: [
      {
        columns: ['reference'],
        exported: 'refunds',
        erased: { retained: 'It proves the transfer in the records of payments. It names nobody.' },
      },
      {
        columns: ['actor_id'],
        exported: { no: 'It says who decided: the account itself or a member of staff.' },
        erased: {
          retained: 'It belongs to the records of payments. The account that it refers to names nobody after its erasure.',
        },
      },
      { columns: ['reason'], exported: 'refunds', erased: 'erase_reasons' },
    ],
    readBy: { desk: 'figures and files of students', people: 'an account with an open refund is kept' },
  },
  restores: {
    holds: 'A snapshot that was imported, and how its numbers go on',
    audited: { key: 'id' },
    guarded: { no: 'an import writes them, and operators answer' },
    readBy: { desk: 'what waits today' },
    writtenBy: { platform: 'an import says which snapshot it was' },
  },
  scholarships: {
    holds: 'A price that the school grants a student for a batch',
    audited: { key: 'id', masked: ['reason'] },
    guarded: { no: 'an erasure clears the reason' },
    versioned: true,
    writtenBy: { platform: 'demo content' },
    readBy: { desk: 'the undo of an import keeps accounts that have one' },
    personal: [
      {
        columns: ['student_id'],
        exported: 'scholarships',
        erased: { retained: 'It belongs to the records of payments. The account that it refers to names nobody.' },
      },
      { columns: ['reason'], exported: 'scholarships', erased: 'erase_scholarships' },
    ],
  },
  settlement_entries: {
    holds: 'A payment, refund or adjustment that was settled, or that the provider holds back',
    audited: { no: 'the provider reports it, and nobody edits it' },
  },
  settlement_progress: {
    holds: 'Until when settlements and captured payments were read',
    audited: { no: 'internal state of the product' },
  },
  settlements: {
    holds: 'Money that the provider paid out to the bank',
    audited: { no: 'the provider reports it, and nobody edits it' },
    readBy: { desk: 'a list of the archive of a school' },
  },
  sweep_progress: {
    holds: 'How far the comparison with the provider got',
    audited: { no: 'internal state of the product' },
  },
  unmatched_payments: {
    holds: 'A payment at the provider without an order here',
    audited: { key: 'provider_payment_id', masked: ['email', 'contact', 'dismissed_reason'] },
    guarded: { no: 'operators dismiss quarantined rows' },
    personal: [
      { columns: ['email', 'contact'], exported: 'payments_without_an_order', erased: 'erase_unmatched' },
      {
        columns: ['dismissed_by_id', 'dismissed_reason'],
        exported: { no: 'It is a note of the staff about a report of the provider.' },
        erased: { retained: 'It says why nobody reviews the report any more. The dismissal clears the data of the payer.' },
      },
    ],
  },
  unsettled_payments: {
    holds: 'A captured payment that is in no settlement yet',
    audited: { no: 'internal state of the product' },
  },
  waiting_documents: {
    holds: 'Documents that wait until a restore is answered',
    audited: { no: 'their documents are audited' },
    personal: [
      {
        columns: ['printed'],
        exported: 'waiting_documents',
        erased: { retained: 'Tax law asks for the document as it was issued.' },
      },
    ],
    readBy: { desk: 'the file of a student says that a document waits' },
  },
  webhook_events: {
    holds: 'An event of the provider, stored once',
    archive: { safe: 'what the provider sent, until it is processed' },
    audited: { key: 'provider,event_id', masked: ['body', 'dismissed_reason'] },
    guarded: { no: 'operators dismiss quarantined rows' },
    personal: [
      {
        columns: ['dismissed_by_id', 'dismissed_reason'],
        exported: { no: 'It is a note of the staff about a report of the provider.' },
        erased: { retained: 'It says why nobody reviews the report any more. The dismissal clears the data of the payer.' },
      },
      { columns: ['body'], exported: { no: 'The same payment is exported from its own tables.' }, erased: 'erase_webhooks' },
    ],
    readBy: { desk: 'events that were set aside' },
  },
})
