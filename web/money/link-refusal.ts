import type { OpenedLink } from '#contract/money/payment-link.ts'

export type LinkRefusal = Exclude<OpenedLink['state'], 'active'> | 'unknown'

/** Why a payment link does not lead to a payment. */
export class LinkRefused extends Error {
  readonly state: LinkRefusal

  constructor(state: LinkRefusal, message: string) {
    super(message)
    this.state = state
  }
}
