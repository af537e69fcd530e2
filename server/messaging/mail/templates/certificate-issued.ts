import { z } from 'zod'
import { plainDayOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that the certificate of a course is there. */
export const certificateIssued = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    issuedAt: z.iso.datetime({ offset: true }),
    /** The public page of the certificate. */
    verifyUrl: z.url(),
    pdfUrl: z.url(),
  }),
  write(props, site) {
    const course = oneLine(props.courseTitle, 80)
    return {
      subject: `Your certificate: ${course}`,
      preview: 'Download it as a PDF, or share its page.',
      heading: 'Your certificate is ready',
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} you have earned the certificate of ${course}. Well done.` },
        {
          kind: 'facts',
          rows: [
            ['Name on it', oneLine(props.name, 120)],
            ['Course', course],
            ['Issued', plainDayOf(props.issuedAt)],
          ],
        },
        { kind: 'action', label: 'See your certificate', url: props.verifyUrl },
        { kind: 'paragraph', text: `Download the PDF: ${props.pdfUrl}`, hasLinks: true },
        {
          kind: 'note',
          text: 'Whoever has the address of the page can check the certificate. Share it with an employer or on LinkedIn.',
        },
        {
          kind: 'note',
          text: `Is your name wrong? ${site.email ? `Write to ${site.email}` : 'Write to the school'}, and we issue it again.`,
        },
      ],
    }
  },
})
