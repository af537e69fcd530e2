import type { OpenedPart } from '#contract/money/instalments.ts'

/** `signed-out`: the part can be paid, by who logs in. */
export type PartRefusal = Exclude<OpenedPart['state'], 'due' | 'late' | 'moved'> | 'signed-out'

/** Why the link of a part does not lead to a payment. */
export class PartRefused extends Error {
  readonly state: PartRefusal

  constructor(state: PartRefusal, message: string) {
    super(message)
    this.state = state
  }
}
