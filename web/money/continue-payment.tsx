import { type ComponentType, useEffect, useState } from 'react'

/** The place of the card for a cancelled payment. The head script reserves its height, so that nothing moves. */
export function ContinuePayment() {
  const [Card, setCard] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!('cancelled' in document.documentElement.dataset)) return
    import('./continue-payment-card.tsx').then(
      (loaded) => setCard(() => loaded.default),
      () => undefined,
    )
  }, [])
  return <div className="cancelled-slot page">{Card ? <Card /> : null}</div>
}
