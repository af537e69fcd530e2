import { z } from 'zod'
import { dayOf, timeOf } from '#server/platform/text/format.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { defineMail } from '#server/messaging/mail/define-mail.ts'
import { greeting } from '#server/messaging/mail/greeting.ts'
import type { Block } from '#server/messaging/mail/mail-content.ts'

const instant = z.iso.datetime({ offset: true })
const changedClass = z.object({
  change: z.enum(['moved', 'cancelled', 'restored', 'added', 'removed', 'instructor', 'link']),
  /** "Class 7 of 28: Reading a query plan". */
  label: z.string().min(1),
  startsAt: instant,
  endsAt: instant,
  /** The former start of a class that was moved. */
  wasAt: instant.nullable(),
  /** Why a class is cancelled; may be empty. A mail that was queued before reasons has none. */
  reason: z.string().default(''),
  instructor: z.string().min(1),
  formerInstructor: z.string().nullable(),
})
type ChangedClass = z.infer<typeof changedClass>

const props = z.object({
  name: z.string(),
  courseTitle: z.string().min(1),
  batch: z.string(),
  /** A class that changes begins, or began, in less than 24 hours. */
  isShortNotice: z.boolean(),
  /** The whole batch begins on another day: students may ask for a refund or another batch. */
  isDeferred: z.boolean(),
  classes: z.array(changedClass).min(1),
  /** The student's room, or the console. */
  url: z.url(),
  /** Where students ask for a refund or another batch. */
  requestsUrl: z.url().optional(),
  /** Where the instructor opens the classroom, when one class changed that the instructor teaches. */
  joinUrl: z.url().optional(),
  /** Name of the instructor to whom the mail goes. */
  toInstructor: z.string().optional(),
})
type Props = z.infer<typeof props>

/** Tells a student or an instructor that classes were moved, cancelled or added, or have another instructor or link. */
export const classesChanged = defineMail({
  props,
  write(mail, site) {
    const course = oneLine(mail.courseTitle, 80)
    const single = mail.classes.length === 1 ? mail.classes[0] : undefined
    const { subject, heading, text } = single ? wordsOfOne(single, mail) : wordsOfMany(mail)
    return {
      subject: `${mail.isShortNotice ? 'Less than 24 hours ahead: ' : ''}${subject} (${course})`,
      preview: text,
      heading,
      blocks: [
        { kind: 'paragraph', text: `${greeting(mail.name)} ${text}` },
        ...(single ? [factsOfOne(single, mail)] : listOfClasses(mail)),
        ...offerOf(mail),
        mail.joinUrl
          ? { kind: 'action', label: 'Open the classroom', url: mail.joinUrl }
          : mail.toInstructor
            ? { kind: 'action', label: 'Open the console', url: mail.url }
            : { kind: 'action', label: 'See your classes', url: mail.url },
        {
          kind: 'note',
          text: 'A calendar that follows our classes shows the change automatically, often only after some hours. This mail is what counts.',
        },
        ...(site.email ? [{ kind: 'note', text: `Any question? Write to ${site.email}.` } as const] : []),
      ],
    }
  },
})

const momentOf = (at: string) => `${dayOf(at)}, ${timeOf(at)}`

function wordsOfOne(one: ChangedClass, { toInstructor }: Props): { subject: string; heading: string; text: string } {
  const when = momentOf(one.startsAt)
  switch (one.change) {
    case 'moved':
      return { subject: `Class moved to ${when}`, heading: 'A class has moved', text: `this class now begins on ${when}.` }
    case 'cancelled':
    case 'removed':
      return {
        subject: `No class on ${when}`,
        heading: 'A class is cancelled',
        text: `the class on ${when} does not take place. Other classes stay as they are.`,
      }
    case 'restored':
      return {
        subject: `The class on ${when} takes place after all`,
        heading: 'A class takes place after all',
        text: `the class on ${when} takes place after all.`,
      }
    case 'added':
      return { subject: `New class on ${when}`, heading: 'There is a new class', text: `a class was added on ${when}.` }
    case 'instructor':
      return {
        subject: `${oneLine(one.instructor, 60)} teaches on ${when}`,
        heading: 'Another instructor teaches this class',
        text:
          toInstructor && toInstructor === one.instructor
            ? `you teach the class on ${when}.`
            : toInstructor
              ? `${oneLine(one.instructor, 60)} teaches the class on ${when} instead of you.`
              : `${oneLine(one.instructor, 60)} teaches the class on ${when}. The time stays as it is.`,
      }
    case 'link':
      return {
        subject: `New classroom on ${when}`,
        heading: 'The class meets in another classroom',
        text: `the class on ${when} meets in another classroom. You do not need a new link: press Join as always.`,
      }
  }
}

function wordsOfMany({ classes, isDeferred, toInstructor }: Props): { subject: string; heading: string; text: string } {
  const kinds = new Set(classes.map(({ change }) => change))
  const [first] = classes
  const only = kinds.size === 1 ? first?.change : undefined
  const count = classes.length
  if (first && only === 'instructor') {
    const name = oneLine(first.instructor, 60)
    return {
      subject: `New instructor for ${count} classes`,
      heading: 'Your classes have a new instructor',
      text:
        toInstructor === first.instructor
          ? 'you teach these classes.'
          : `${name} teaches these classes. Their times stay as they are.`,
    }
  }
  if (only === 'link') {
    return {
      subject: `New classroom for ${count} classes`,
      heading: 'Your classes meet in another classroom',
      text: 'the classes below meet in another classroom. You do not need a new link: press Join as always.',
    }
  }
  const begin = first && isDeferred ? ` The batch now begins on ${dayOf(first.startsAt)}.` : ''
  return {
    subject: isDeferred && first ? `Your batch now begins on ${dayOf(first.startsAt)}` : `New times for ${count} classes`,
    heading: isDeferred ? 'Your batch has new dates' : 'Your classes have new times',
    text: `${count} classes have changed.${begin} These are the new times.`,
  }
}

function factsOfOne(one: ChangedClass, { courseTitle, batch }: Props): Block {
  const isGone = one.change === 'cancelled' || one.change === 'removed'
  return {
    kind: 'facts',
    rows: [
      ['Course', oneLine(courseTitle, 90)],
      ...(batch ? [['Batch', oneLine(batch)] as const] : []),
      ['Class', oneLine(one.label, 160)],
      ...(one.wasAt ? [['Was on', momentOf(one.wasAt)] as const] : []),
      [one.wasAt ? 'Now on' : isGone ? 'Would have begun' : 'Begins', momentOf(one.startsAt)],
      ...(one.reason ? [['Reason', oneLine(one.reason, 200)] as const] : []),
      ...(isGone ? [] : [['Ends', timeOf(one.endsAt)] as const]),
      ...(one.formerInstructor ? [['Instructor before', oneLine(one.formerInstructor, 60)] as const] : []),
      ['Instructor', oneLine(one.instructor, 60)],
    ],
  }
}

function listOfClasses({ classes, courseTitle, batch }: Props): Block[] {
  return [
    {
      kind: 'facts',
      rows: [['Course', oneLine(courseTitle, 90)], ...(batch ? [['Batch', oneLine(batch)] as const] : [])],
    },
    { kind: 'facts', rows: classes.map((one) => [oneLine(one.label, 90), lineOf(one)] as const) },
  ]
}

function lineOf(one: ChangedClass): string {
  const when = momentOf(one.startsAt)
  if (one.change === 'cancelled' || one.change === 'removed')
    return `Not held (${when})${one.reason ? `. ${oneLine(one.reason, 200)}` : ''}`
  if (one.wasAt) return `${when}, before ${momentOf(one.wasAt)}`
  if (one.change === 'instructor') return `${when}, with ${oneLine(one.instructor, 60)}`
  return when
}

function offerOf({ isDeferred, requestsUrl }: Props): Block[] {
  if (!isDeferred || !requestsUrl) return []
  return [
    {
      kind: 'paragraph',
      text: `If the new dates do not suit you, ask for a refund or another batch on your payments page: ${requestsUrl}`,
      hasLinks: true,
    },
  ]
}
