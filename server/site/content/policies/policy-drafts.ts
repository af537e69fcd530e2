import type { policyIds } from '#contract/rules.ts'
import type { PolicyRecord } from '#contract/site/staff/policies.ts'

/** Texts to begin with. What stands in [brackets] is to be filled in, and a text with such a blank can't be published. */
export const policyDrafts: Readonly<Record<keyof typeof policyIds, Pick<PolicyRecord, 'title' | 'content'>>> = {
  terms: {
    title: 'Terms and Conditions',
    content: [
      {
        title: 'Who we are',
        description:
          '[legal name of the school] runs this website and teaches the courses on it. Our office is at [address]. You reach us at [e-mail] and [phone].',
      },
      {
        title: 'Your account',
        description:
          'You sign in with a code that we mail to you. Please give your own name, e-mail and phone, and do not pass codes on. Students under 18 need the consent of a parent or guardian.',
      },
      {
        title: 'Enrolment',
        description:
          'You are enrolled in a batch when your payment has arrived. A place is for one person. You may ask for another batch of the same course until [number of days] days before the first class.',
      },
      {
        title: 'Classes',
        description:
          'Classes take place on the days and at the times of your batch. When we have to move or cancel a class, we tell you by e-mail and hold it on another day.',
      },
      {
        title: 'Recordings and material',
        description:
          'Recordings and material are for your own study. You may not copy, publish or sell them. You can watch recordings for [number of months] months after the last class.',
      },
      {
        title: 'Conduct',
        description:
          'Please treat instructors and other students with respect. We may end the place of a person who disturbs classes and does not stop after a warning.',
      },
      {
        title: 'Law and complaints',
        description:
          'The law of India holds. Courts in [city] decide disputes. Please send a complaint to [name of the grievance officer] at [e-mail for complaints]. We answer within [number of days for an answer] days.',
      },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    content: [
      {
        title: 'Who is responsible',
        description: '[legal name of the school], [address], is responsible for your data. You reach us at [e-mail].',
      },
      {
        title: 'What we store',
        description:
          'We store your name, e-mail and phone, the courses that you buy, your payments, your attendance and the work that you hand in. We do not store card numbers. The payment provider processes them.',
      },
      {
        title: 'Why we store it',
        description:
          'We need it to hold your classes, to take payments and to send you reminders and receipts. Tax law makes us keep documents of payments.',
      },
      {
        title: 'Who gets it',
        description:
          'Your instructors see your name and your work. The payment provider gets what a payment needs. Our other service providers are [names of mail, hosting and classroom providers]. We do not sell your data.',
      },
      {
        title: 'How long we keep it',
        description:
          'We keep your data while you have an account. After you delete it, we keep only what the law demands, for [number of years] years.',
      },
      {
        title: 'Your rights',
        description:
          'In your profile you can take a copy of your data, correct it and delete your account. You can take back your consent at any time. Please send questions and complaints to [name of the grievance officer] at [e-mail for complaints].',
      },
    ],
  },
  refund: {
    title: 'Refund Policy',
    content: [
      {
        title: 'Before the first class',
        description:
          'You get [percentage] percent of what you paid back when you cancel at least [number of days] days before the first class of your batch.',
      },
      {
        title: 'After the first class',
        description: '[Say until when and how much a student gets back after the first class, or that there is no refund.]',
      },
      {
        title: 'When we cancel',
        description: 'When we cancel a batch, you choose between another batch and the full amount back.',
      },
      {
        title: 'How to ask',
        description:
          'Please ask for a refund in the room of your course or at [e-mail]. We decide within [number of days for a decision] days and tell you by e-mail.',
      },
      {
        title: 'How the money comes back',
        description:
          'The money goes back to the account or card that you paid with. This usually takes [number of working days] working days after our decision.',
      },
    ],
  },
}
