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
  /** The former start of a class that begins at another time. */
  wasAt: instant.nullable(),
  /** The former end of a class that has another length. A mail that was queued before lengths has none. */
  wasUntil: instant.nullable().default(null),
  /** Why a class is cancelled; may be empty. A mail that was queued before reasons has none. */
  reason: z.string().default(''),
  /** Start of the cancelled class that a new class makes up for. */
  makesUpFor: instant.nullable().default(null),
  /** Start of the class that makes up for a cancelled one. */
  madeUpAt: instant.nullable().default(null),
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

/** Tells a student or an instructor that classes were moved, cancelled or added, or have another length, instructor or link. */
export const classesChanged = defineMail({
  props,
  write({ classes, ...others }, site) {
    const mail = { ...others, classes: classes.filter((one) => !isToldWithCancelled(one, classes)) }
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
const countOf = (classes: number) => (classes === 1 ? '1 class' : `${classes} classes`)
/** A make-up class stands in the words of the cancelled class, when both are told at once. */
const isToldWithCancelled = (one: ChangedClass, all: readonly ChangedClass[]) =>
  one.makesUpFor !== null && all.some(({ startsAt, madeUpAt }) => startsAt === one.makesUpFor && madeUpAt === one.startsAt)
const isGone = ({ change }: ChangedClass) => change === 'cancelled' || change === 'removed'
const hasOnlyOtherLength = (one: ChangedClass): one is ChangedClass & { wasUntil: string } =>
  one.wasAt === null && one.wasUntil !== null

function wordsOfOne(one: ChangedClass, { toInstructor }: Props): { subject: string; heading: string; text: string } {
  const when = momentOf(one.startsAt)
  switch (one.change) {
    case 'moved': {
      const end = timeOf(one.endsAt)
      if (hasOnlyOtherLength(one)) {
        return {
          subject: `The class on ${when} now ends at ${end}`,
          heading: 'A class has another length',
          text: `the class on ${when} now ends at ${end} instead of ${timeOf(one.wasUntil)}. It begins as before.`,
        }
      }
      return {
        subject: `Class moved to ${when}`,
        heading: 'A class has moved',
        text: `this class now begins on ${when}${one.wasUntil ? ` and ends at ${end}` : ''}.`,
      }
    }
    case 'cancelled':
    case 'removed':
      return {
        subject: one.madeUpAt ? `No class on ${when}, made up on ${momentOf(one.madeUpAt)}` : `No class on ${when}`,
        heading: one.madeUpAt ? 'A class is held on another day' : 'A class is cancelled',
        text: `the class on ${when} does not take place. ${one.madeUpAt ? `It is made up on ${momentOf(one.madeUpAt)}. ` : ''}Other classes stay as they are.`,
      }
    case 'restored':
      return {
        subject: `The class on ${when} takes place after all`,
        heading: 'A class takes place after all',
        text: `the class on ${when} takes place after all.`,
      }
    case 'added':
      return {
        subject: one.makesUpFor ? `Make-up class on ${when}` : `New class on ${when}`,
        heading: one.makesUpFor ? 'A class is made up' : 'There is a new class',
        text: one.makesUpFor
          ? `the class of ${momentOf(one.makesUpFor)}, which was cancelled, is made up on ${when}.`
          : `a class was added on ${when}.`,
      }
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
  const held = classes.filter((one) => !isGone(one))
  const gone = count - held.length
  const [begin] = held
  if (!begin) {
    return {
      subject: `${countOf(count)} are not held`,
      heading: 'Classes are cancelled',
      text: `${countOf(count)} are not held. Other classes stay as they are.`,
    }
  }
  if (held.length === count && classes.every(hasOnlyOtherLength)) {
    return {
      subject: `New length of ${countOf(count)}`,
      heading: 'Your classes have another length',
      text: `${countOf(count)} begin as before and end at another time.`,
    }
  }
  return {
    subject: isDeferred
      ? `Your batch now begins on ${dayOf(begin.startsAt)}`
      : `New times for ${countOf(held.length)}${gone > 0 ? `, ${countOf(gone)} not held` : ''}`,
    heading: isDeferred ? 'Your batch has new dates' : 'Your classes have new times',
    text: [
      `${countOf(held.length)} ${held.length === 1 ? 'has' : 'have'} changed${gone > 0 ? `, and ${gone} ${gone === 1 ? 'is' : 'are'} not held` : ''}.`,
      ...(isDeferred ? [`The batch now begins on ${dayOf(begin.startsAt)}.`] : []),
      gone > 0 ? 'These are the changes.' : 'These are the new times.',
    ].join(' '),
  }
}

function factsOfOne(one: ChangedClass, { courseTitle, batch }: Props): Block {
  return {
    kind: 'facts',
    rows: [
      ['Course', oneLine(courseTitle, 90)],
      ...(batch ? [['Batch', oneLine(batch)] as const] : []),
      ['Class', oneLine(one.label, 160)],
      ...(one.wasAt
        ? [['Was on', `${momentOf(one.wasAt)}${one.wasUntil ? `, until ${timeOf(one.wasUntil)}` : ''}`] as const]
        : []),
      [one.wasAt ? 'Now on' : isGone(one) ? 'Would have begun' : 'Begins', momentOf(one.startsAt)],
      ...(one.reason ? [['Reason', oneLine(one.reason, 200)] as const] : []),
      ...(one.madeUpAt ? [['Made up on', momentOf(one.madeUpAt)] as const] : []),
      ...(one.makesUpFor ? [['Makes up for', momentOf(one.makesUpFor)] as const] : []),
      ...(isGone(one) ? [] : [['Ends', endOf(one)] as const]),
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

const endOf = (one: ChangedClass) =>
  hasOnlyOtherLength(one) ? `${timeOf(one.endsAt)}, before ${timeOf(one.wasUntil)}` : timeOf(one.endsAt)

function lineOf(one: ChangedClass): string {
  const when = momentOf(one.startsAt)
  if (isGone(one)) {
    const madeUp = one.madeUpAt ? `, made up on ${momentOf(one.madeUpAt)}` : ''
    return `Not held (${when})${madeUp}${one.reason ? `. ${oneLine(one.reason, 200)}` : ''}`
  }
  if (hasOnlyOtherLength(one)) return `${when}, ends at ${endOf(one)}`
  if (one.wasAt) {
    return one.wasUntil
      ? `${when} to ${timeOf(one.endsAt)}, before ${momentOf(one.wasAt)} to ${timeOf(one.wasUntil)}`
      : `${when}, before ${momentOf(one.wasAt)}`
  }
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
