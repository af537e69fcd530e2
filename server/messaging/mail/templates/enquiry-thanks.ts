import { z } from 'zod'
import { replyPromise } from '#contract/rules.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

const enquiryKind = z.enum(['callback', 'hire', 'professor', 'student'])

const received: Record<z.infer<typeof enquiryKind>, string> = {
  callback: 'we have your request for a call.',
  hire: 'we have your hiring request.',
  professor: 'we have your research request.',
  student: 'we have your research request.',
}
const next: Record<z.infer<typeof enquiryKind>, string> = {
  callback: `One of us will call the number you gave ${replyPromise}.`,
  hire: `One of us will reply ${replyPromise}, with students who fit what you described or with the questions we still have.`,
  professor: `One of us will read it and reply ${replyPromise}.`,
  student: `One of us will read it and reply ${replyPromise}.`,
}

export const enquiryThanks = defineMail({
  props: z.object({ name: z.string(), kind: enquiryKind }),
  write: (props, site) => ({
    subject: `${site.brand} has your request`,
    preview: `We reply ${replyPromise}.`,
    heading: 'Thank you for writing to us',
    blocks: [
      { kind: 'paragraph', text: `${greeting(props.name)} ${received[props.kind]}` },
      { kind: 'paragraph', text: next[props.kind] },
      ...(site.support_hours ? [{ kind: 'paragraph', text: `We are here ${site.support_hours}.` } as const] : []),
      { kind: 'note', text: 'If you did not write to us, please tell us, and we will delete this request.' },
    ],
  }),
})
