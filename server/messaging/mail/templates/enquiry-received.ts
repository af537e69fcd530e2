import { z } from 'zod'
import { replyPromise } from '#contract/rules.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'

const enquiryKind = z.enum(['callback', 'hire', 'professor', 'student', 'trial'])

const kinds: Record<z.infer<typeof enquiryKind>, string> = {
  callback: 'Callback request',
  hire: 'Hiring request',
  professor: 'Research request from a professor',
  student: 'Research request from a student',
  trial: 'Guest in a class',
}

/** For the school. The sender's text is shown as text; the only link is to the sender's address. */
export const enquiryReceived = defineMail({
  props: z.object({
    id: z.int(),
    kind: enquiryKind,
    name: z.string(),
    email: z.string(),
    phone: z.string().optional(),
    course_name: z.string().optional(),
    company_name: z.string().optional(),
    department: z.string().optional(),
    institution: z.string().optional(),
    url: z.string().optional(),
    message: z.string().optional(),
  }),
  write(props, site) {
    const name = oneLine(props.name)
    const given: [string, string | undefined][] = [
      ['Name', name],
      ['E-mail', props.email],
      ['Phone', props.phone],
      ['Course', props.course_name],
      ['Company', props.company_name],
      ['Department', props.department],
      ['Institution', props.institution],
      ['Web address', props.url],
    ]
    const subject = `Your ${kinds[props.kind].toLowerCase()} to ${site.brand}`
    return {
      subject: `${kinds[props.kind]} no. ${props.id}: ${oneLine(props.name, 60)}`,
      preview: [props.email, props.phone].filter(Boolean).join(', '),
      heading: kinds[props.kind],
      blocks: [
        {
          kind: 'facts',
          rows: given.flatMap(([label, value]) => (value ? [[label, oneLine(value, 400)] as const] : [])),
        },
        ...(props.message ? [{ kind: 'quote', title: 'Message', text: props.message } as const] : []),
        {
          kind: 'action',
          label: props.kind === 'callback' ? 'Reply by mail' : 'Reply',
          url: `mailto:${encodeURIComponent(props.email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`,
        },
        {
          kind: 'note',
          text: `${props.kind === 'trial' ? 'The guest has proven the address and has the link of the class. ' : ''}${props.kind === 'callback' ? `A call to ${props.phone} was asked for. ` : ''}${props.kind === 'trial' ? '' : `The sender was promised a reply ${replyPromise}. `}An answer to this mail itself does not reach them.`,
        },
      ],
    }
  },
})
