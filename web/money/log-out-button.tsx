import { useState } from 'react'
import * as messages from '#contract/messages.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#web/lib/toast.ts'

/** Logs out, where a link is for another account. */
export function LogOutButton() {
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <Button
      variant="primary"
      pending={isLeaving && 'Logging out…'}
      onClick={() => {
        setIsLeaving(true)
        import('#web/lib/log-out.ts')
          .then(({ logOut }) => logOut())
          .catch(() => {
            setIsLeaving(false)
            toast.account('error', messages.logoutFailed)
          })
      }}
    >
      Log out
    </Button>
  )
}
