import { expect, test } from 'vitest'
import { reasonOfMail } from './mail-reason.ts'

test.for([
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <address>: Recipient address rejected",
    'There is no such mailbox.',
  ],
  ['550-5.1.1 The email account that you tried to reach does not exist.', 'There is no such mailbox.'],
  ['550 5.1.2 Bad destination system', 'The domain of this address takes no mail.'],
  ['452 4.2.2 The recipient is over quota', 'The mailbox is full.'],
  ['550 5.2.1 The account is disabled', 'The mailbox is switched off.'],
  ['550 5.7.1 Blocked', 'The mail server does not accept mails of the school.'],
  ['451 4.7.1 Greylisted, try again later', 'The mail server takes no mail now.'],
  ['Message failed: 550 Unknown', 'There is no such mailbox.'],
  ['Invalid login: 535 Authentication failed', 'The mail server did not accept the login of the school.'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'The mail server could not be reached.'],
  ['It expired before it could be sent.', null],
  ['554 Transaction failed', null],
] as const)('says in words why a mail failed: %s', ([reply, reason]) => {
  expect(reasonOfMail(reply)).toBe(reason)
})
