/** What each mail is made from. Money in paise, instants in ISO 8601. */
export interface MailProps {
  'sign-in-code': { name: string; code: string; minutes: number }
  'change-code': { name: string; code: string; minutes: number }
  /** To the address there still is; `newEmail` is masked. */
  'change-asked': { name: string; newEmail: string; profileUrl: string }
  /** To the address of before. Without `newEmail` the address has stayed. */
  'change-made': { name: string; newEmail?: string | undefined; phoneChanged: boolean; undoUrl: string; days: number }
  'erase-code': { name: string; code: string; minutes: number }
  'account-erased': Record<string, never>
  'no-account-yet': { registerUrl: string }
  receipt: {
    name: string
    serial: string
    courseTitle: string
    batchType: string
    startsAt: string
    timeText: string
    amountPaise: number
    paymentId: string
    roomUrl: string
    /** Whose PDF goes with it. */
    receiptId?: number
  }
  refund: {
    name: string
    serial: string
    courseTitle: string
    amountPaise: number
    paymentId: string
    /** Null for money that went back before a receipt was given for it. */
    receiptSerial: string | null
    endsAccess: boolean
    /** Whose PDF goes with it. */
    voucherId: number
  }
  /** Captured money that bought no place. */
  'payment-returned': {
    name: string
    courseTitle: string
    amountPaise: number
    paymentId: string
    reason: 'already enrolled' | 'batch cancelled' | 'batch ended' | 'price changed' | 'batch full'
  }
  /** For the school: a student asks for something. */
  'request-received': {
    id: number
    kind: 'refund' | 'transfer'
    name: string
    email: string
    phone: string
    courseTitle: string
    batch: string
    toBatch: string | null
    amountPaise: number
    paymentId: string
    reason: string
  }
  /** For the student: where the request stands. */
  'request-state': {
    name: string
    kind: 'refund' | 'transfer'
    state: 'open' | 'approved' | 'declined'
    courseTitle: string
    batch: string
    toBatch: string | null
    /** What goes back, once a refund is approved. */
    amountPaise: number | null
    endsAccess: boolean
    answer: string | null
  }
  'enquiry-received': {
    id: number
    kind: 'callback' | 'hire' | 'professor' | 'student'
    name: string
    email: string
    phone: string
    course_name?: string
    company_name?: string
    department?: string
    institution?: string
    url?: string
    message?: string
  }
  'enquiry-thanks': { name: string; kind: 'callback' | 'hire' | 'professor' | 'student' }
}
export type MailTemplate = keyof MailProps
