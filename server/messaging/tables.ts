import { defineTables } from '#server/platform/db/tables/define-tables.ts'

export const messagingTables = defineTables({
  bouncing_addresses: {
    holds: 'An address that a mail server refused',
    audited: { key: 'id', masked: ['address', 'reply'] },
    guarded: { no: 'delivery marks an address, and staff remove the mark' },
    personal: [{ columns: ['address', 'reply'], exported: 'refused_by_the_mail_server', erased: 'erase_bouncing' }],
    readBy: { desk: 'staff see which addresses do not work' },
  },
  mail_outbox: {
    holds: 'A mail that waits or was sent',
    archive: { safe: 'sealed with AUTH_SECRET, which is not in the archive' },
    audited: { no: 'a row is the record of the mail; its secrets are encrypted and erased' },
    personal: [{ columns: ['to_address', 'props', 'sealed'], exported: 'mails', erased: 'erase_mail' }],
    readBy: {
      desk: 'mails of a student or lead with their state',
      classes: 'notices whose mail waits or has failed',
      people: 'enquiries keep their mail as long as themselves',
    },
    writtenBy: { money: 'the mail of a receipt has its number, which only one statement knows' },
  },
  message_recipients: {
    holds: 'A student who gets a message',
    audited: { no: 'who gets a message is stored there once; their number is audited in `messages`' },
    personal: [
      {
        columns: ['user_id'],
        exported: 'messages',
        erased: { retained: 'A sent message has its number of recipients. The account names nobody.' },
      },
    ],
    readBy: { desk: 'the undo of an import keeps accounts that got one' },
  },
  messages: {
    holds: 'A message of staff to students',
    audited: { key: 'id', masked: ['subject', 'body'] },
    guarded: { no: 'staff write them, and erasure removes the words to one student' },
    versioned: true,
    personal: [{ columns: ['student_id', 'subject', 'body'], exported: 'messages', erased: 'erase_messages_to_student' }],
    readBy: { desk: 'the file of a student lists them' },
  },
})
