/** What each mail is made from. Money in paise, instants in ISO 8601. */
export interface MailProps {
  'sign-in-code': { name: string; code: string; minutes: number }
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
