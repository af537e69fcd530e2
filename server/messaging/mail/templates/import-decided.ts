import { z } from 'zod'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import { importFacts, worthOfImport } from '#server/messaging/mail/import-facts.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

/** Tells the member of staff who asked what a second person decided about a list of students. */
export const importDecided = defineMail({
  props: z.object({
    ...importFacts,
    name: z.string(),
    isDone: z.boolean(),
    by: z.string(),
    answer: z.string().nullable(),
    link: z.url(),
  }),
  write(props) {
    const heading = props.isDone ? 'Imported' : 'Declined'
    const file = oneLine(props.fileName)
    const by = oneLine(props.by)
    return {
      subject: `${heading}: the list ${file}`,
      preview: `${by} has decided.`,
      heading,
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${props.isDone ? `${by} has run the list ${file}.` : `${by} has declined the list ${file}. Nothing was done.`}`,
        },
        ...(props.isDone ? [{ kind: 'facts', rows: worthOfImport(props) } as const] : []),
        ...(props.answer ? [{ kind: 'quote', title: 'Why', text: props.answer } as const] : []),
        { kind: 'action', label: 'Open the list', url: props.link },
      ],
    }
  },
})
