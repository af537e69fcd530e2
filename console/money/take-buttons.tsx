import { HandCoins, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '../access.ts'
import { Button } from '../parts/button.tsx'
import { HandEnrolmentDialog } from './hand-enrolment-dialog.tsx'
import { OfflinePaymentDialog } from './offline-payment-dialog.tsx'

/** Takes a payment or gives a place, for those who may; at a list, where the dialog asks for student and batch. */
export function TakeButtons() {
  const { may } = useAccess()
  const [open, setOpen] = useState<'payment' | 'place' | null>(null)
  return (
    <>
      {may('enrolments:write') ? (
        <Button onClick={() => setOpen('place')}>
          <UserRoundPlus aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Enrol without payment</span>
        </Button>
      ) : null}
      {may('payments:write') ? (
        <Button variant="primary" onClick={() => setOpen('payment')}>
          <HandCoins aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Take a payment</span>
        </Button>
      ) : null}
      {open === 'payment' ? <OfflinePaymentDialog onClose={() => setOpen(null)} /> : null}
      {open === 'place' ? <HandEnrolmentDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}
