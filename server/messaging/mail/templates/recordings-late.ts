import { z } from 'zod'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'

/** Asks a member of staff, once a day, for the recordings that should be there by now. */
export const recordingsLate = defineMail({
  props: z.object({
    name: z.string(),
    count: z.int().min(1),
    /** The newest first; not all of many. */
    classes: z.array(z.object({ label: z.string().min(1), url: z.url() })).min(1),
  }),
  write(props) {
    const many = props.count > 1
    const more = props.count - props.classes.length
    return {
      subject: many ? `${props.count} recordings are late` : 'A recording is late',
      preview: oneLine(props.classes[0]?.label ?? '', 160),
      heading: many ? `${props.count} recordings are late` : 'A recording is late',
      blocks: [
        {
          kind: 'paragraph',
          text: `${greeting(props.name)} ${many ? 'these classes have' : 'this class has'} no recording yet. Students read that you know of it.`,
        },
        ...props.classes.map(({ label, url }) => ({
          kind: 'paragraph' as const,
          text: `${oneLine(label, 200)}: ${url}`,
          hasLinks: true,
        })),
        ...(more > 0
          ? [{ kind: 'note' as const, text: `And ${more} more. The console lists all of them under Recordings.` }]
          : []),
        { kind: 'note', text: 'You get this mail once a day until each class has its recording, for two weeks.' },
      ],
    }
  },
})
