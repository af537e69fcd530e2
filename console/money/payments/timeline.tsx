import {
  BadgeIndianRupee,
  CircleX,
  DoorClosed,
  DoorOpen,
  FileText,
  Gavel,
  Hourglass,
  Mail,
  MessageSquare,
  MoveRight,
  Radio,
  ShoppingCart,
  Undo2,
} from 'lucide-react'
import type { ComponentType, ReactNode, SVGProps } from 'react'
import type { TimelineEntry } from '#contract/money/staff/payments.ts'
import { MailProblem } from '#console/kit/parts/mail-problem.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { methodName } from '#console/money/dialogs/payment-state.tsx'

interface Described {
  icon: ComponentType<SVGProps<SVGSVGElement>>
  title: string
  detail?: ReactNode
  tone?: 'good' | 'bad' | 'signal'
}

const mailNames: Readonly<Record<string, string>> = {
  receipt: 'Receipt',
  refund: 'Refund',
  'payment-returned': 'Payment returned',
  'request-state': 'Answer to the request',
  'batch-cancelled': 'Batch cancelled',
  'document-copy': 'Copy of a document',
}
const mailStates: Readonly<Record<string, string>> = { sent: 'sent', waiting: 'on its way', failed: 'not sent' }
const noteNames: Readonly<Record<string, string>> = {
  credit_note: 'Credit note',
  financial_credit_note: 'Financial credit note',
  refund_note: 'Refund note',
}
const askers: Readonly<Record<string, string>> = {
  system: 'automatically',
  provider: 'in the provider’s dashboard',
  operator: 'from the command line',
  student: 'by the student',
}
const decisionNames: Readonly<Record<string, string>> = {
  declined: 'declined',
  withdrawn: 'withdrawn',
  failed: 'approved, and not possible any more,',
}
const disputeNames: Readonly<Record<string, string>> = {
  open: 'opened',
  under_review: 'under review',
  action_required: 'needs an answer',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
}

/** A name inside a sentence: `card`, but `UPI`. */
const inSentence = (name: string | null) => (name && name !== name.toUpperCase() ? name.toLowerCase() : name)

/** An entry in words. */
function describe({ kind, amount_paise: paise, state, text, problem, staff }: TimelineEntry): Described {
  const amount = paise === null ? '' : formatPaise(paise)
  const method = inSentence(methodName(text))
  switch (kind) {
    case 'order':
      return { icon: ShoppingCart, title: `Order of ${amount} made`, detail: text?.startsWith('offline_') ? null : text }
    case 'attempt':
      return { icon: CircleX, title: `Another try of ${amount}${method ? ` by ${method}` : ''}: ${state}`, detail: problem }
    case 'reported':
      return { icon: Radio, title: `The provider reported ${amount}${method ? ` by ${method}` : ''}`, detail: problem }
    case 'captured':
      return { icon: BadgeIndianRupee, title: `${amount} received${method ? ` by ${method}` : ''}`, tone: 'good' }
    case 'event':
      return {
        icon: Radio,
        title: `Event ${text}, ${state}`,
        detail: problem,
        ...(state === 'quarantined' ? { tone: 'bad' as const } : {}),
      }
    case 'enrolled':
      return { icon: DoorOpen, title: 'Enrolled, seat taken', tone: 'good' }
    case 'moved':
      return { icon: MoveRight, title: `Moved to batch ${text}` }
    case 'access_ended':
      return { icon: DoorClosed, title: 'Access ended, seat free' }
    case 'receipt':
      return { icon: FileText, title: `Receipt ${text} issued` }
    case 'mail':
      return {
        icon: Mail,
        title: `Mail “${mailNames[text ?? ''] ?? text}”, ${mailStates[state ?? ''] ?? state}`,
        detail: problem && <MailProblem reply={problem} />,
        ...(state === 'failed' ? { tone: 'bad' as const } : {}),
      }
    case 'request':
      return { icon: MessageSquare, title: `The student asked for a ${state}`, detail: text }
    case 'refund_asked':
      return state === 'waiting'
        ? {
            icon: Hourglass,
            title: `Refund of ${amount} asked for by ${staff}, waits for a second person`,
            detail: text,
            tone: 'signal',
          }
        : { icon: Hourglass, title: `Refund of ${amount} asked for by ${staff}`, detail: text }
    case 'refund_decided':
      return state === 'approved'
        ? { icon: Undo2, title: `Refund of ${amount} approved by ${staff}` }
        : { icon: CircleX, title: `Refund of ${amount} ${decisionNames[state ?? ''] ?? state} by ${staff}`, detail: text }
    case 'refund':
      return {
        icon: Undo2,
        title: `Refund of ${amount} asked for ${staff ? `by ${staff}` : (askers[state ?? ''] ?? '')}`,
        detail: text,
      }
    case 'refund_settled':
      return state === 'failed'
        ? { icon: CircleX, title: `Refund of ${amount} failed`, detail: problem, tone: 'bad' }
        : { icon: Undo2, title: `Refund of ${amount} done`, tone: 'good' }
    case 'note':
      return { icon: FileText, title: `${noteNames[state ?? ''] ?? 'Note'} ${text} issued` }
    case 'dispute':
      return { icon: Gavel, title: `Dispute of ${amount} ${disputeNames[state ?? ''] ?? state}`, detail: text, tone: 'signal' }
  }
}

const tones = { good: 'text-good', bad: 'text-bad', signal: 'text-signal' } as const

/** Everything that happened to a payment, the oldest first, on one line. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid">
      {Object.entries(entries).map(([place, entry]) => {
        const { icon: Icon, title, detail, tone } = describe(entry)
        return (
          <li key={place} className="group relative grid grid-cols-[1.25rem_1fr] gap-x-3 pb-4 last:pb-0">
            <span aria-hidden="true" className="absolute top-6 bottom-0 left-[0.6rem] w-px bg-line group-last:hidden" />
            <Icon aria-hidden="true" className={`mt-0.5 size-5 bg-canvas ${tone ? tones[tone] : 'text-muted'}`} />
            <div className="min-w-0">
              <p className="break-words">{title}</p>
              {detail ? <p className="text-sm break-words text-muted">{detail}</p> : null}
              <p className="text-xs text-muted">{formatMoment(entry.at)}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
