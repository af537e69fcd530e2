import type { CheckoutOptions, SheetOptions } from './messages.ts'

/** Fills in the provider's defaults. An amount in a string is read as a number. */
export function readOptions(given: CheckoutOptions): SheetOptions {
  const { modal = {}, retry = true } = given
  const amount = Number(given.amount)
  const hidden = given.config?.display?.hide?.map((one) => one.method) ?? []
  const methods = (['card', 'upi'] as const).filter((method) => !hidden.includes(method) && given.method?.[method] !== false)
  const again = typeof retry === 'object' ? retry : { enabled: retry }
  return {
    key: String(given.key),
    order_id: String(given.order_id),
    ...(Number.isSafeInteger(amount) ? { amount } : {}),
    ...(given.name === undefined ? {} : { name: String(given.name) }),
    ...(given.description === undefined ? {} : { description: String(given.description) }),
    ...(given.image === undefined ? {} : { image: given.image }),
    ...(given.timeout === undefined ? {} : { timeout: Number(given.timeout) }),
    prefill: given.prefill ?? {},
    theme: given.theme ?? {},
    readonly: given.readonly ?? {},
    escape: modal.escape !== false,
    confirmClose: modal.confirm_close === true,
    backdropClose: modal.backdropclose === true,
    animation: modal.animation !== false,
    retries: again.enabled === false ? 0 : (again.max_count ?? Number.MAX_SAFE_INTEGER),
    methods: methods.length > 0 ? methods : ['card', 'upi'],
  }
}
