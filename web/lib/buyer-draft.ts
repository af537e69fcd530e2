import { type BuyerInput, type BuyerRecord, readBuyer, saveBuyer } from '#contract/money/buyer.ts'
import { quietCall } from './quiet-call.ts'
import { readStored } from './storage.ts'

/** What a student typed for the receipt. Empty texts are fields that were not given. */
export interface BuyerDraft {
  state_code: string
  company_name: string
  gstin: string
  address: string
  /** Whether the company's fields are open; closed fields are not sent. */
  for_company: boolean
}

/** The session storage key. A visitor has no account yet, so the draft waits here until the payment starts. */
const key = 'buyer'

export function storeBuyer(draft: BuyerDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without storage the receipt has the State of the school.
  }
}

export function storedBuyer(): BuyerDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const texts = new Map<string, unknown>(Object.entries(stored))
    const text = (name: string) => {
      const value = texts.get(name)
      return typeof value === 'string' ? value : ''
    }
    return {
      state_code: text('state_code'),
      company_name: text('company_name'),
      gstin: text('gstin'),
      address: text('address'),
      for_company: texts.get('for_company') === true,
    }
  } catch {
    return null
  }
}

/** Returns the call's body; null while no State is chosen. */
export function bodyOf(draft: BuyerDraft): BuyerInput | null {
  if (draft.state_code === '') return null
  const given = (name: 'company_name' | 'gstin' | 'address') =>
    draft.for_company && draft[name].trim() !== '' ? { [name]: draft[name] } : {}
  return { state_code: draft.state_code, ...given('company_name'), ...given('gstin'), ...given('address') }
}

/** Saves the stored draft for a student who is signed in. Returns false when it has to be sent again; it never throws. */
export async function sendBuyer(): Promise<boolean> {
  const body = bodyOf(storedBuyer() ?? nothing)
  if (!body) return true
  if (readStored('accessToken') === null) return false
  return quietCall(saveBuyer, { body }).then(
    () => true,
    () => false,
  )
}

/** Returns what the student gave at the last purchase; null when there is none or it cannot be read. */
export async function lastBuyer(): Promise<BuyerRecord | null> {
  if (readStored('accessToken') === null) return null
  return quietCall(readBuyer).then(
    ({ buyer }) => buyer,
    () => null,
  )
}

export const nothing: BuyerDraft = { state_code: '', company_name: '', gstin: '', address: '', for_company: false }
