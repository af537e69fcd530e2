/** The session storage key. How a visitor wants to pay is kept until the payment starts, also while there is no account yet. */
const key = 'plan'

export type ChosenPlan = 'full' | number

/** How the person wants to pay for a batch; null when nothing was chosen here. */
export function keptPlan(batchId: number): ChosenPlan | null {
  try {
    const [batch, plan] = (sessionStorage.getItem(key) ?? '').split(':')
    if (batch !== String(batchId) || !plan) return null
    return plan === 'full' ? 'full' : Number(plan)
  } catch {
    return null
  }
}

export function keepPlan(batchId: number, plan: ChosenPlan): void {
  try {
    sessionStorage.setItem(key, `${batchId}:${plan}`)
  } catch {
    // Without storage it is paid at once.
  }
}

export function forgetPlan(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
