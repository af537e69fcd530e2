import { useState } from 'react'
import * as messages from '#contract/messages.ts'
import { toast } from '#web/lib/toast.ts'

/** Loads the logout code on the first click, because few visitors need it. */
export function LogoutButton({ className }: { className: string }) {
  const [pending, setPending] = useState(false)
  return (
    <button
      type="button"
      className={className}
      aria-disabled={pending || undefined}
      onClick={() => {
        if (pending) return
        setPending(true)
        import('#web/lib/log-out.ts')
          .then(({ logOut }) => logOut())
          .catch(() => {
            setPending(false)
            toast.account('error', messages.logoutFailed)
          })
      }}
    >
      {pending ? 'Logging out…' : 'Logout'}
    </button>
  )
}
