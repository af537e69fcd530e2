import { HandCoins, Plus, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useAccess } from '#console/kit/api/access.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { HandEnrolmentDialog } from './hand-enrolment-dialog.tsx'
import { OfflinePaymentDialog } from './offline-payment-dialog.tsx'

/** Takes a payment or gives a place, for those who may; at a list, where the dialog asks for student and batch. */
export function TakeButtons() {
  const { may } = useAccess()
  const [open, setOpen] = useState<'payment' | 'place' | null>(null)
  const isPhone = useIsPhone()
  const acts = [
    ...(may('payments:write') ? [{ label: 'Take a payment', Icon: HandCoins, dialog: 'payment' } as const] : []),
    ...(may('enrolments:write') ? [{ label: 'Enrol without payment', Icon: UserRoundPlus, dialog: 'place' } as const] : []),
  ]
  return (
    <>
      {isPhone && acts.length > 1 ? (
        <Menu
          trigger={
            <Button variant="primary">
              <Plus aria-hidden="true" className="size-4" />
              New
            </Button>
          }
        >
          {acts.map(({ label, Icon, dialog }) => (
            <MenuItem key={dialog} onClick={() => setOpen(dialog)}>
              <Icon aria-hidden="true" className="size-4 text-muted" />
              {label}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        // The one that is used most ends the row, as the primary button of every list.
        acts.toReversed().map(({ label, Icon, dialog }) => (
          <Button key={dialog} {...(dialog === 'payment' ? { variant: 'primary' } : {})} onClick={() => setOpen(dialog)}>
            <Icon aria-hidden="true" className="size-4" />
            {label}
          </Button>
        ))
      )}
      {open === 'payment' ? <OfflinePaymentDialog onClose={() => setOpen(null)} /> : null}
      {open === 'place' ? <HandEnrolmentDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}
