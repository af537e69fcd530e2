/** The reasons of refunds that the product makes itself, as a document prints them. */
const automatic: Record<string, string> = {
  'account erased': 'The account was erased before the payment arrived.',
  'already enrolled': 'The place in the batch was paid twice.',
  'batch cancelled': 'The batch was cancelled.',
  'batch ended': 'The batch had ended before the payment arrived.',
  'batch full': 'The batch was full before the payment arrived.',
  'coupon gone': 'The coupon could not be used any more when the payment arrived.',
  'part settled': 'The part was not owed any more when the payment arrived.',
  'link gone': 'The payment link could not be used any more when the payment arrived.',
  'price changed': 'The price had changed before the payment arrived.',
}

/** Returns the reason that a refund note prints. Documents stay after an erasure, so a person's own words are not on them. */
export function reasonOf(refund: { automatic_reason: string | null; ends_access: boolean; is_whole: boolean }): string {
  const known = refund.automatic_reason === null ? undefined : automatic[refund.automatic_reason]
  if (known) return known
  if (refund.ends_access) return 'The enrolment was cancelled.'
  return refund.is_whole ? 'The fee was returned.' : 'A part of the fee was returned.'
}
