import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Tells a student that somebody has answered a question. The words stand in the room alone. */
export const questionAnswered = defineMail({
  props: z.object({
    name: z.string(),
    courseTitle: z.string().min(1),
    title: z.string().min(1),
    /** Name of an instructor, or the school. Null for a student, whose name stays in the room. */
    by: z.string().nullable(),
    questionUrl: z.url(),
    userId: z.int(),
  }),
  write(props, _site, { unsubscribe }) {
    const title = oneLine(props.title, 120)
    const by = props.by === null ? 'Somebody of your batch' : oneLine(props.by, 80)
    const links = unsubscribe({ userId: props.userId, kind: 'answer' })
    return {
      subject: `Your question has an answer: ${oneLine(props.title, 80)}`,
      preview: `${by} has answered.`,
      heading: 'Your question has an answer',
      blocks: [
        { kind: 'paragraph', text: `${greeting(props.name)} ${by} has answered your question.` },
        {
          kind: 'facts',
          rows: [
            ['Question', title],
            ['Course', oneLine(props.courseTitle, 80)],
          ],
        },
        { kind: 'action', label: 'Read the answer', url: props.questionUrl },
        { kind: 'note', text: 'Does it help? Accept it, so that the others of your batch find it.' },
        { kind: 'note', text: `You do not want these mails? Switch them off: ${links.page}`, hasLinks: true },
      ],
      unsubscribe: links.oneClick,
    }
  },
})
