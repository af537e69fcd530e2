import type { MailKind } from '#contract/classes/mail-preferences.ts'

/** What people read about each kind of mail. */
export const mailKindTexts: Readonly<Record<MailKind, { name: string; text: string }>> = {
  reminder_day: { name: 'Reminder a day before', text: 'A mail 24 hours before each class, with what to prepare.' },
  reminder_soon: { name: 'Reminder before class', text: 'A mail 15 minutes before each class, with the way in.' },
  answer: { name: 'Answer to a question', text: 'A mail when somebody answers a question of yours.' },
  absence: { name: 'Missed class', text: 'A mail the morning after a class that you missed, if your school sends them.' },
  review: { name: 'Review of your work', text: 'A mail when your instructor has reviewed what you handed in.' },
  unfinished: {
    name: 'Unfinished payment',
    text: 'One mail if you choose a batch and do not finish the payment. Never an offer.',
  },
}
